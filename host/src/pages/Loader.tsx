/** While nothing is known yet; 40 px, as loaders are (specification §9). Plain, so that the first page needs no kit. */
export const Loader = () => (
  <div className="loader" role="status">
    <span className="spinner spinner-large" aria-hidden />
  </div>
)

/**
 * Loader for the contract and for areas' pages in browser builds: what a call is about is for the document, and a call, a schema or a page
 * that nobody asks for need not come along (making one has no effect of its own). Nor does what a list may be asked: its keys are text.
 */
export default (source) =>
  source
    .replace(/^\s*summary: (['"])(?:(?!\1)[^\\]|\\.)*\1,$/gm, '')
    .replace(/\bpaging\([^()]*\)/g, '{}')
    .replace(/(?<![\w.$])(endpoint\(|page\(|defineArea\(|z\.(?=\w+\())/g, '/*#__PURE__*/ $1')

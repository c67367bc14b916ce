export interface FilterChoice {
  value: string
  label: string
}
export interface Filter<Name extends string = string> {
  /** Name of the URL parameter and key in table.state.filters. */
  name: Name
  label: string
  options: readonly FilterChoice[]
  /** Only one value can be selected. */
  single?: boolean
  /** Of a single choice: what it is where nothing is chosen, if that is not any of them. */
  none?: string
  /** Of a single choice, which is on or off without a list. */
  toggle?: boolean
}

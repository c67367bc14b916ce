/**
 * Loader for the contract in browser builds: what a call is about is for the document, and a call or a schema that nobody asks for need
 * not come along (making one has no effect of its own).
 */
export default (source) =>
  source.replace(/^\s*summary: (['"])(?:(?!\1)[^\\]|\\.)*\1,$/gm, '').replace(/(?<![\w.$])(endpoint\(|z\.(?=\w+\())/g, '/*#__PURE__*/ $1')

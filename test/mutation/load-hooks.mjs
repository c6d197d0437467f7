/** Texts of instrumented files, by URL, and the folder of the tree. */
let texts = new Map();
let tree = "";

export function initialize(given) {
  ({ texts, tree } = given);
}

/** What a file with a query imports of the tree has the same query: one copy of the tree for each query. */
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const { parentURL = "" } = context;
  const query = parentURL.startsWith(tree) ? (parentURL.split("?")[1] ?? "") : "";
  const isOwn = found.url.startsWith(tree) && !found.url.includes("/node_modules/");
  return query === "" || !isOwn || found.url.includes("?")
    ? found
    : { ...found, url: `${found.url}?${query}` };
}

export async function load(url, context, next) {
  const source = texts.get(url.split("?")[0]);
  return source === undefined ? next(url, context) : { format: "module", source, shortCircuit: true };
}

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { RequestHandler } from "express";

/** Pages that are served from a folder. */
export interface StaticPagesOptions {
  /** Beside a file may be the same compressed, with `.br` or `.gz` after its name, as `npm run docs` makes them. */
  readonly folder: string;
  /** Path under which the folder is served, such as `/docs`. */
  readonly path: string;
  /** Sent with every file. */
  readonly contentSecurityPolicy: string;
  /** The index is at `/docs/`, below which its links point, and `/docs` leads there; otherwise the other way round. */
  readonly indexBelow: boolean;
}

/** The playground may call other gateways: their addresses are the reader's choice. */
export const playgroundPolicy =
  "default-src 'self'; connect-src * ws: wss:; img-src 'self' data:; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'";

/** The status page asks its own gateway and no other. */
export const statusPagePolicy =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'";

/** Other files of the folder are not pages. */
const pageName = /\.(?:html|css|js|json|svg)$/;

const encodings = [
  { encoding: "br", end: ".br" },
  { encoding: "gzip", end: ".gz" },
] as const;

/** The entity tag of a page's bytes. */
export function entityTag(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** Serves the files that a folder holds at the first request. */
export function staticPages(options: StaticPagesOptions): RequestHandler {
  const { folder, path, indexBelow } = options;
  let tags: ReadonlyMap<string, string> | undefined;

  return (request, response) => {
    if (request.path === (indexBelow ? path : `${path}/`)) {
      const last = path.slice(path.lastIndexOf("/") + 1);
      response.redirect(indexBelow ? `${last}/` : `../${last}`);
      return;
    }
    tags ??= tagsOf(folder);
    const found = tags;
    const name = request.path.slice(path.length + 1) || "index.html";
    if (!pageName.test(name) || !found.has(name)) {
      const missing = found.size === 0 ? "The pages are not built: run `npm run docs`." : "No such page.";
      response.status(404).type("text/plain").send(`${missing}\n`);
      return;
    }
    // Asked one by one: otherwise the client's order would decide between encodings that it likes equally.
    const compressed = encodings.find(
      ({ encoding, end }) => found.has(name + end) && request.acceptsEncodings(encoding) === encoding,
    );
    const sent = name + (compressed?.end ?? "");
    if (compressed !== undefined) response.set("content-encoding", compressed.encoding);
    response.vary("accept-encoding").type(extname(name));
    // Express would tag files by their size and time, and all files of a package have the same time.
    response.set("etag", found.get(sent));
    response.set({ "cache-control": "no-cache", "content-security-policy": options.contentSecurityPolicy });
    response.sendFile(sent, { root: folder, lastModified: false });
  };
}

/** Tags of the files of a folder, by name; none if it is missing. */
function tagsOf(folder: string): ReadonlyMap<string, string> {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => pageName.test(name.replace(/\.(?:br|gz)$/, "")));
    return new Map(
      files.map((name) => [name.replaceAll("\\", "/"), entityTag(readFileSync(join(folder, name)))]),
    );
  } catch (caught) {
    if ((caught as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw caught;
  }
}

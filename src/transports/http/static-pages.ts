import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { RequestHandler } from "express";

interface StaticPagesOptions {
  /** The folder to serve. It may contain `.gz` copies, as built by `npm run docs`. */
  readonly folder: string;
  /** Mount path, such as `/docs`. */
  readonly path: string;
  readonly contentSecurityPolicy: string;
  /** True if `/docs` redirects to `/docs/`, which relative links need. If false, the reverse. */
  readonly endsWithSlash: boolean;
}

/** Policy of the playground, where users may enter any gateway's URL. */
export const playgroundPolicy =
  "default-src 'self'; connect-src * ws: wss:; img-src 'self' data:; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'";

/** Policy of the status page, which calls its own gateway only. */
export const statusPagePolicy =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'";

const pageName = /\.(?:html|css|js|json|svg)$/;

/** The ETag of these bytes. */
export function entityTag(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** Builds the handler of a folder. The files are listed and hashed once, on the first request. */
export function createStaticPages(options: StaticPagesOptions): RequestHandler {
  const { folder, path, endsWithSlash } = options;
  let tags: ReadonlyMap<string, string> | undefined;

  return (request, response) => {
    if (request.path === (endsWithSlash ? path : `${path}/`)) {
      const lastSegment = path.slice(path.lastIndexOf("/") + 1);
      response.redirect(endsWithSlash ? `${lastSegment}/` : `../${lastSegment}`);
      return;
    }
    tags ??= computeTags(folder);
    const etags = tags;
    const name = request.path.slice(path.length + 1) || "index.html";
    if (!pageName.test(name) || !etags.has(name)) {
      const message = etags.size === 0 ? "The pages are not built: run `npm run docs`." : "No such page.";
      response.status(404).type("text/plain").send(`${message}\n`);
      return;
    }
    const isCompressed = etags.has(`${name}.gz`) && request.acceptsEncodings("gzip") === "gzip";
    const fileName = isCompressed ? `${name}.gz` : name;
    if (isCompressed) response.set("content-encoding", "gzip");
    response.vary("accept-encoding").type(extname(name));
    // Express derives ETags from size and mtime, but all files of an npm package have the same mtime.
    response.set("etag", etags.get(fileName));
    response.set({ "cache-control": "no-cache", "content-security-policy": options.contentSecurityPolicy });
    response.sendFile(fileName, { root: folder, lastModified: false });
  };
}

/** ETags of a folder's files, by name. Empty if the folder is missing. */
function computeTags(folder: string): ReadonlyMap<string, string> {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => pageName.test(name.replace(/\.gz$/, "")));
    return new Map(
      files.map((name) => [name.replaceAll("\\", "/"), entityTag(readFileSync(join(folder, name)))]),
    );
  } catch (caught) {
    if ((caught as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw caught;
  }
}

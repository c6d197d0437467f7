import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { RequestHandler } from "express";

interface StaticPagesOptions {
  /** The folder to serve. May hold compressed copies with `.gz` after the name, as `npm run docs` makes them. */
  readonly folder: string;
  /** Path under which the folder is served, such as `/docs`. */
  readonly path: string;
  readonly contentSecurityPolicy: string;
  /** Whether the index is at `/docs/`, which its relative links need, and `/docs` redirects there; otherwise the reverse. */
  readonly endsWithSlash: boolean;
}

/** Policy of the playground, which may call any gateway that the reader enters. */
export const playgroundPolicy =
  "default-src 'self'; connect-src * ws: wss:; img-src 'self' data:; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'";

/** Policy of the status page, which calls only its own gateway. */
export const statusPagePolicy =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'";

const pageName = /\.(?:html|css|js|json|svg)$/;

export function entityTag(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** Builds the handler of a folder. The first request lists and tags its files; later changes are not seen. */
export function createStaticPages(options: StaticPagesOptions): RequestHandler {
  const { folder, path, endsWithSlash } = options;
  let tags: ReadonlyMap<string, string> | undefined;

  return (request, response) => {
    if (request.path === (endsWithSlash ? path : `${path}/`)) {
      const last = path.slice(path.lastIndexOf("/") + 1);
      response.redirect(endsWithSlash ? `${last}/` : `../${last}`);
      return;
    }
    tags ??= computeTags(folder);
    const found = tags;
    const name = request.path.slice(path.length + 1) || "index.html";
    if (!pageName.test(name) || !found.has(name)) {
      const missing = found.size === 0 ? "The pages are not built: run `npm run docs`." : "No such page.";
      response.status(404).type("text/plain").send(`${missing}\n`);
      return;
    }
    const isCompressed = found.has(`${name}.gz`) && request.acceptsEncodings("gzip") === "gzip";
    const sent = isCompressed ? `${name}.gz` : name;
    if (isCompressed) response.set("content-encoding", "gzip");
    response.vary("accept-encoding").type(extname(name));
    // Express would tag files by size and time, but all files of a package have the same time.
    response.set("etag", found.get(sent));
    response.set({ "cache-control": "no-cache", "content-security-policy": options.contentSecurityPolicy });
    response.sendFile(sent, { root: folder, lastModified: false });
  };
}

/** ETags of a folder's files by name; empty if the folder is missing. */
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

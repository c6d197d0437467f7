import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";
import { entityTag } from "./entity-tag.ts";

/** Pages that are served from a folder. */
export interface StaticPagesOptions {
  /** Its files, those of inner folders too, are read at the first request and kept: it holds few and small ones. */
  readonly folder: string;
  /** Path under which the folder is served, such as `/docs`. */
  readonly path: string;
  /** Sent with every file. */
  readonly contentSecurityPolicy: string;
  /** The index is at `/docs/`, below which its links point, and `/docs` leads there; otherwise the other way round. */
  readonly indexBelow: boolean;
}

interface PageFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** Types of the files that pages are made of; nothing else is served. */
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** The playground may call other gateways: their addresses are the reader's choice. */
export const playgroundPolicy =
  "default-src 'self'; connect-src * ws: wss:; img-src 'self' data:; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'";

/** The status page asks its own gateway and no other. */
export const statusPagePolicy =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Serves the files of a folder, compressed once, with an ETag each. Only names that were found in it can be asked for. */
export function staticPages(options: StaticPagesOptions): RequestHandler {
  let files: Promise<ReadonlyMap<string, PageFile>> | undefined;

  return async (request, response) => {
    const last = options.path.slice(options.path.lastIndexOf("/") + 1);
    const wrongPath = options.indexBelow ? options.path : `${options.path}/`;
    if (request.path === wrongPath) {
      response.redirect(302, options.indexBelow ? `${last}/` : `../${last}`);
      return;
    }
    files ??= readFiles(options.folder);
    const found = await files;
    const name = request.path.slice(options.path.length).replace(/^\//, "");
    const file = found.get(name === "" ? "index.html" : name);
    if (file === undefined) {
      const missing = found.size === 0 ? "The pages are not built: run `npm run docs`." : "No such page.";
      response.status(404).type("text/plain").send(`${missing}\n`);
      return;
    }
    response.set("content-security-policy", options.contentSecurityPolicy);
    sendFile(request, response, file);
  };
}

function sendFile(request: Request, response: Response, file: PageFile): void {
  response.set({ etag: file.etag, "cache-control": "no-cache", vary: "accept-encoding" });
  response.set("content-type", file.type);
  // Asked one by one: otherwise the client's order would decide between encodings that it likes equally.
  const encoding = (["br", "gzip"] as const).find((each) => request.acceptsEncodings(each) === each);
  if (encoding !== undefined) response.set("content-encoding", encoding);
  // Express answers 304 to a browser that has the file.
  response.send(encoding === undefined ? file.plain : file[encoding]);
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const names = namesIn(folder);
  const entries = names.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return new Map(await Promise.all(entries));
}

/** A folder that is missing holds no files: the answer then says how to build it. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => types[extname(name)] !== undefined);
  } catch (caught) {
    if ((caught as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw caught;
  }
}

async function readFile(path: string): Promise<PageFile> {
  const plain = readFileSync(path);
  const [br, gzipped] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compressGzip(plain, { level: 9 }),
  ]);
  return {
    type: types[extname(path)] ?? "application/octet-stream",
    etag: entityTag(plain),
    plain,
    br,
    gzip: gzipped,
  };
}

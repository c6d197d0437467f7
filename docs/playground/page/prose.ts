import { element } from "../../shared/element.ts";
import type { SiteContract } from "../contract/site-contract.ts";

/** A description of the document: `code` as code, and names of methods as links. */
export function prose(contract: SiteContract, text: string, self: string): (Node | string)[] {
  return text.split(/(`[^`]+`|\b[a-z]+[A-Z]\w+\b)/).map((piece) => {
    const name = piece.replaceAll("`", "");
    if (name !== self && contract.methodsByName.has(name)) return element("a", { href: `#/${name}` }, name);
    return piece.startsWith("`") ? element("code", {}, name) : piece;
  });
}

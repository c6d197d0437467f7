import type { Category } from "../../src/contract/method-description.ts";
import type { Rule } from "./rule.ts";

const categories: Readonly<Record<Category, true>> = {
  Account: true,
  Block: true,
  System: true,
  "Epoch and Inflation": true,
  Token: true,
  Transaction: true,
  Other: true,
  Compression: true,
  Network: true,
  Subscription: true,
};

/** The first tag of every method is one of the categories. */
export const methodCategories: Rule = function* ({ contract }) {
  for (const { name: subject, category } of contract.methods) {
    if (Object.hasOwn(categories, category)) continue;
    const message = `is ${JSON.stringify(category)}; use one of ${Object.keys(categories).join(", ")}`;
    yield { subject, path: "tags[0]", message };
  }
};

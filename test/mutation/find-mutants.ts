import { createHash } from "node:crypto";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import type { Mutant } from "./mutant.ts";

/** What an operator becomes. */
const operators: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&": ["|"],
  "|": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
  "+=": ["-="],
  "-=": ["+="],
};

/** All mutants of a file: operators, conditions, numbers, booleans, compared texts, negations and calls made for their effect. */
export function findMutants(file: string, source: SourceFile): Mutant[] {
  const found: Mutant[] = [];
  const digest = createHash("sha256").update(source.text).digest("hex").slice(0, 12);
  const add = (start: number, end: number, ...replacements: readonly string[]): void => {
    const line = source.text.slice(0, start).split("\n").length;
    const before = source.text.slice(start, end);
    for (const after of replacements) found.push({ file, digest, line, start, end, before, after });
  };
  const replace = (node: Node, ...replacements: readonly string[]): void =>
    add(node.getStart(source), node.end, ...replacements);

  const visit = (node: Node): void => {
    // Types do not exist at run time.
    if (is.isTypeNode(node) || is.isTypeAliasDeclaration(node) || is.isInterfaceDeclaration(node)) return;
    if (is.isImportDeclaration(node) || is.isExportDeclaration(node)) return;
    if (is.isBinaryExpression(node)) {
      replace(node.operatorToken, ...(operators[node.operatorToken.getText(source)] ?? []));
      if (isComparison(node.operatorToken.kind))
        for (const side of [node.left, node.right]) if (is.isStringLiteral(side)) replace(side, '"mutant"');
    } else if (is.isIfStatement(node)) replace(node.expression, "true", "false");
    else if (is.isConditionalExpression(node)) replace(node.condition, "true", "false");
    else if (is.isWhileStatement(node)) replace(node.expression, "false");
    else if (is.isCaseClause(node) && is.isStringLiteral(node.expression))
      replace(node.expression, '"mutant"');
    else if (is.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      add(node.getStart(source), node.operand.getStart(source), "");
    else if (is.isNumericLiteral(node)) replace(node, `(${node.getText(source)} + 1)`);
    else if (node.kind === SyntaxKind.TrueKeyword) replace(node, "false");
    else if (node.kind === SyntaxKind.FalseKeyword) replace(node, "true");
    else if (is.isExpressionStatement(node) && is.isCallExpression(node.expression)) replace(node, ";");
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function isComparison(kind: SyntaxKind): boolean {
  return kind === SyntaxKind.EqualsEqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsEqualsToken;
}

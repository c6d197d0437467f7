import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { lineOf } from "../parse-sources.ts";

/** One small change of one source file, which a test should notice. */
export interface Mutant {
  /** Path from the package's root. */
  readonly file: string;
  readonly line: number;
  /** The text of that line, without its indentation. */
  readonly lineText: string;
  /** What is changed, and to what, as a reader is shown it. */
  readonly before: string;
  readonly after: string;
  /** Where the expression that holds the change begins and ends, and what is evaluated instead of it. */
  readonly start: number;
  readonly end: number;
  readonly changed: string;
}

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
  const found = new Map<string, Mutant>();
  const textOf = (node: Node): string => node.getText(source);
  const add = (part: Node, after: string, whole: Node, changed: string): void => {
    const [start, end] = [whole.getStart(source), whole.end];
    const line = lineOf(source, part.getStart(source));
    const lineText = (source.text.split("\n", line)[line - 1] ?? "").trim();
    const mutant = { file, line, lineText, before: textOf(part), after, start, end, changed };
    // `while (true)` is a condition and a boolean: one change.
    const key = `${start} ${end} ${changed}`;
    if (!found.has(key)) found.set(key, mutant);
  };
  const replace = (node: Node, ...replacements: readonly string[]): void => {
    for (const text of replacements) add(node, text, node, text);
  };

  const visit = (node: Node): void => {
    // Types do not exist at run time.
    if (is.isTypeNode(node) || is.isTypeAliasDeclaration(node) || is.isInterfaceDeclaration(node)) return;
    if (is.isImportDeclaration(node) || is.isExportDeclaration(node)) return;
    if (is.isBinaryExpression(node)) {
      const { left, operatorToken, right } = node;
      // In brackets, so that each side stays what it was whatever the operator.
      for (const operator of operators[textOf(operatorToken)] ?? [])
        add(operatorToken, operator, node, `(${textOf(left)}) ${operator} (${textOf(right)})`);
      if (isComparison(operatorToken.kind))
        for (const side of [left, right]) if (is.isStringLiteral(side)) replace(side, '"mutant"');
    } else if (is.isIfStatement(node)) replace(node.expression, "true", "false");
    else if (is.isConditionalExpression(node)) replace(node.condition, "true", "false");
    else if (is.isWhileStatement(node)) replace(node.expression, "false");
    else if (is.isCaseClause(node) && is.isStringLiteral(node.expression))
      replace(node.expression, '"mutant"');
    else if (is.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      add(node, textOf(node.operand), node, textOf(node.operand));
    else if (is.isNumericLiteral(node) && !isMemberName(node) && !isFallback(node))
      replace(node, `${textOf(node)} + 1`);
    else if (node.kind === SyntaxKind.TrueKeyword) replace(node, "false");
    else if (node.kind === SyntaxKind.FalseKeyword) replace(node, "true");
    else if (is.isExpressionStatement(node) && is.isCallExpression(node.expression))
      add(node.expression, "nothing", node.expression, "undefined");
    node.forEachChild(visit);
  };
  visit(source);
  return [...found.values()].sort((a, b) => a.line - b.line);
}

function isComparison(kind: SyntaxKind): boolean {
  return kind === SyntaxKind.EqualsEqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsEqualsToken;
}

/** The 0 of `list[index] ?? 0`: the compiler asks for it at each index, also where there is always an item. */
function isFallback(node: Node): boolean {
  const { parent } = node;
  return (
    is.isBinaryExpression(parent) &&
    parent.operatorToken.kind === SyntaxKind.QuestionQuestionToken &&
    parent.right === node &&
    is.isElementAccessExpression(parent.left)
  );
}

function isMemberName(node: Node): boolean {
  return is.isPropertyAssignment(node.parent) && node.parent.name === node;
}

/** A mutant as one line: where it is, and what it changes. */
export function describeMutant({ file, line, before, after }: Mutant): string {
  return `${file}:${line}: ${shorten(before)} => ${shorten(after)}`;
}

function shorten(code: string): string {
  const line = code.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

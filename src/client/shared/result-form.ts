/**
 * Result types that depend on the caller's choices. A form is an object type of choices, such as `{ encoding: "jsonParsed" }`; a
 * missing choice is unknown. A condition lists the accepted values of each choice, and holds if all choices are accepted.
 */

/** False if a choice is known and not accepted; otherwise the condition may hold. */
type MayHold<Form, Condition> = false extends {
  [Choice in keyof Condition]: Choice extends keyof Form
    ? [Extract<Form[Choice], Condition[Choice]>] extends [never]
      ? false
      : true
    : true;
}[keyof Condition]
  ? false
  : true;

/** True if all choices are known and accepted. */
type Holds<Form, Condition> = Form extends Condition ? true : false;

/** `Type` if the condition may hold, else never. */
export type When<Form, Condition, Type> = MayHold<Form, Condition> extends true ? Type : never;

/** When a result has each conditional member. */
type Presence<Form, Conditions> = {
  [Name in keyof Conditions]: Holds<Form, Conditions[Name]> extends true
    ? "always"
    : MayHold<Form, Conditions[Name]> extends true
      ? "perhaps"
      : "never";
};

type NamesWith<Is, Presences> = {
  [Name in keyof Presences]: Presences[Name] extends Is ? Name : never;
}[keyof Presences];

/** Members of a result for a form. Conditional ones are required, optional or omitted. */
export type Given<
  Members,
  Conditions,
  Form,
  Presences = Presence<Form, Conditions>,
  Always = Pick<
    Members,
    Exclude<keyof Members, keyof Conditions> | (NamesWith<"always", Presences> & keyof Members)
  >,
  Perhaps = Partial<Pick<Members, NamesWith<"perhaps", Presences> & keyof Members>>,
> = { [Name in keyof (Always & Perhaps)]: (Always & Perhaps)[Name] };

/** A caller's choice. One that may be anything in the range may also be undefined. */
export type Chosen<Choice, Range> = [Range] extends [Choice] ? Choice | undefined : Choice;

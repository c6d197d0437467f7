/**
 * Result types that depend on the caller's choices. A form is an object type of choices, such as `{ encoding: "jsonParsed" }`; a
 * missing choice is unknown. A condition lists the accepted words of each choice in the same way, and holds if all choices are accepted.
 */

/** Whether a condition may hold: false only if a choice is known and not accepted. */
type MayHold<Form, Condition> = false extends {
  [Choice in keyof Condition]: Choice extends keyof Form
    ? [Extract<Form[Choice], Condition[Choice]>] extends [never]
      ? false
      : true
    : true;
}[keyof Condition]
  ? false
  : true;

/** Whether a condition certainly holds. */
type Holds<Form, Condition> = Form extends Condition ? true : false;

/** The type if the condition may hold, else never. */
export type When<Form, Condition, Type> = MayHold<Form, Condition> extends true ? Type : never;

/** Whether a result has each of the conditional members. */
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

/** The members of a result for a form. Those with a condition are required, optional or left out. */
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

/** The choice of a caller. One that may be anything in the range may also be undefined. */
export type Chosen<Choice, Range> = [Range] extends [Choice] ? Choice | undefined : Choice;

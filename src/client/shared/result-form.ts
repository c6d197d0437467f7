/**
 * Types of results by what the caller chose. A form is an object type of choices, `{ encoding: "jsonParsed" }`; a choice
 * that it lacks may have been any. A condition has the same shape, and holds when each of its choices is one of its words.
 */

/** Whether a condition may hold: false only when a choice is known and is none of its words. */
type MayHold<Form, Condition> = false extends {
  [Choice in keyof Condition]: Choice extends keyof Form
    ? [Extract<Form[Choice], Condition[Choice]>] extends [never]
      ? false
      : true
    : true;
}[keyof Condition]
  ? false
  : true;

/** Whether a condition holds whatever else is so. */
type Holds<Form, Condition> = Form extends Condition ? true : false;

/** The type where the condition may hold, else none. */
export type When<Form, Condition, Type> = MayHold<Form, Condition> extends true ? Type : never;

/** Each member by the condition under which it is there. */
type Presence<Form, Conditions> = {
  [Name in keyof Conditions]: Holds<Form, Conditions[Name]> extends true
    ? "always"
    : MayHold<Form, Conditions[Name]> extends true
      ? "perhaps"
      : "never";
};

type NamesThat<Is, Presences> = {
  [Name in keyof Presences]: Presences[Name] extends Is ? Name : never;
}[keyof Presences];

/** The members of an object, of which those that have conditions are there, or perhaps, or not. */
export type Given<
  Members,
  Conditions,
  Form,
  Presences = Presence<Form, Conditions>,
  Always = Pick<
    Members,
    Exclude<keyof Members, keyof Conditions> | (NamesThat<"always", Presences> & keyof Members)
  >,
  Perhaps = Partial<Pick<Members, NamesThat<"perhaps", Presences> & keyof Members>>,
> = { [Name in keyof (Always & Perhaps)]: (Always & Perhaps)[Name] };

/** What a caller chose: anything of the whole range may also have been left out. */
export type Chosen<Choice, Range> = [Range] extends [Choice] ? Choice | undefined : Choice;

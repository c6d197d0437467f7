/**
 * Types of results by the caller's choices. A form is an object type of choices, `{ encoding: "jsonParsed" }`; a choice that it
 * lacks is unknown. A condition has the same shape, and holds when each choice is one of the words that it lists.
 */

/** Whether a condition may hold: false only when a choice is known and is not one of its words. */
type MayHold<Form, Condition> = false extends {
  [Choice in keyof Condition]: Choice extends keyof Form
    ? [Extract<Form[Choice], Condition[Choice]>] extends [never]
      ? false
      : true
    : true;
}[keyof Condition]
  ? false
  : true;

/** Whether a condition holds for every form of this type. */
type Holds<Form, Condition> = Form extends Condition ? true : false;

/** The type if the condition may hold, else never. */
export type When<Form, Condition, Type> = MayHold<Form, Condition> extends true ? Type : never;

/** Whether each conditional member is there. */
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

/** The members of an object for a form: those with conditions are required, optional or absent. */
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

/** What a caller chose; a choice of the whole range may also have been left out. */
export type Chosen<Choice, Range> = [Range] extends [Choice] ? Choice | undefined : Choice;

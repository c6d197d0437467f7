const field = /"minContextSlot"\s*:\s*(\d{1,20})/;

/** The slot that a call asks its upstream to have reached; undefined when it asks for none. For the choice of an upstream only. */
export function minContextSlotOf(params: string): number | undefined {
  // Nearly no call asks for one: that is found out at less cost than the pattern has.
  if (!params.includes('"minContextSlot"')) return undefined;
  const digits = field.exec(params)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const field = /"minContextSlot"\s*:\s*(\d{1,20})/;

/** The slot that a call asks its upstream to have reached; undefined when it asks for none. Only for choosing an upstream. */
export function minContextSlotOf(params: string): number | undefined {
  // Hardly any call asks for one, and this check is cheaper than the pattern.
  if (!params.includes('"minContextSlot"')) return undefined;
  const digits = field.exec(params)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

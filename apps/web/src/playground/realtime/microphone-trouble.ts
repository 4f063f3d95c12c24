const BY_NAME: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The browser is not allowed to use the microphone. Allow it in the site settings next to the address bar, then try again.',
  NotFoundError: 'No microphone was found. Connect one, then try again.',
  NotReadableError: 'Another program is using the microphone. Close it, then try again.',
};

/** Browsers have no microphone at all for pages that came over plain HTTP from another machine. */
const INSECURE =
  'Browsers allow the microphone only over HTTPS or on localhost. Open the console at such an address.';

/** Why there is no audio, and what to do about it. */
export function microphoneTrouble({ name, message }: Error): string {
  if (name === 'TypeError') return INSECURE;
  return BY_NAME[name] ?? `The microphone could not be opened: ${message}`;
}

const BY_NAME: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The browser was not allowed to use the microphone. Allow it in the site settings beside the address, then try again.',
  NotFoundError: 'No microphone was found. Connect one, then try again.',
  NotReadableError: 'The microphone is in use by another program. Close that one, then try again.',
};

/** Browsers have no microphone at all for pages that came over plain HTTP from another machine. */
const INSECURE =
  'The browser gives the microphone only to pages that came over HTTPS, or from this machine. Open the console at such an address.';

/** Why there is no audio, and what to do about it. */
export function microphoneTrouble({ name, message }: Error): string {
  if (name === 'TypeError') return INSECURE;
  return BY_NAME[name] ?? `The microphone could not be opened: ${message}`;
}

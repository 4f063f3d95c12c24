const MESSAGES_BY_NAME: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The browser is not allowed to use the microphone. Allow it in the site settings next to the address bar, then try again.',
  NotFoundError: 'No microphone was found. Connect one, then try again.',
  NotReadableError: 'Another program is using the microphone. Close it, then try again.',
};

/** On pages loaded over plain HTTP from another host, `navigator.mediaDevices` is undefined, which causes a TypeError. */
const INSECURE_PAGE =
  'Browsers allow the microphone only over HTTPS or on localhost. Open the console at such an address.';

/** The message for an error of `getUserMedia`, with advice. */
export function describeMicrophoneError({ name, message }: Error): string {
  if (name === 'TypeError') return INSECURE_PAGE;
  return MESSAGES_BY_NAME[name] ?? `The microphone could not be opened: ${message}`;
}

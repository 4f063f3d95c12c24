import { type ApiError } from '../api/api-error.js';

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Change what the message names and send it again.',
  401: 'Sign in again, or use a token that is valid.',
  402: 'The budget is used up: raise it, or wait until it begins anew.',
  403: 'Ask an administrator for the right to do this.',
  404: 'It may have been removed. Go back to the list and load it again.',
  409: 'It has changed in the meantime, or belongs to the config file: load it again.',
  413: 'Send something smaller.',
  429: 'Wait a moment, then try again.',
  502: 'The service behind the channel failed. Test the channel, or try another model.',
  503: 'No channel could take this just now. Look at the channels, or try again shortly.',
  504: 'The service behind the channel took too long. Try again, or another model.',
};

export function adviceFor({ status }: ApiError): string {
  return BY_STATUS[status] ?? 'Try again. If it stays, look for the request in the log.';
}

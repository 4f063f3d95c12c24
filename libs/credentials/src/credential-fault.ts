import { GatewayError } from '#canonical';

/** For clients: what went wrong with the identity of a channel is its operator's business. */
const PUBLIC_MESSAGE =
  'The gateway could not prove who it is to the model service; its operator has to look after that.';
/** Descriptions are a sentence or two, with a few ids. */
const MAX_LENGTH = 600;
/** Shorter ones may be ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Why there are no credentials, in words for whoever looks after a channel. Nothing in it is secret. */
export class CredentialFault extends Error {
  override readonly name = 'CredentialFault';

  constructor(
    message: string,
    /** Whether they were refused: trying again would not help. */
    readonly isRefusal: boolean,
    readonly advice: string,
    /** For the log alone, such as the error code of a file: users of the API must not learn what is on the machine. */
    readonly detail?: string,
  ) {
    super(shorten(message));
  }

  toGatewayError(): GatewayError {
    return new GatewayError(this.isRefusal ? 'upstream-auth' : 'upstream-unreachable', PUBLIC_MESSAGE, {
      cause: this,
    });
  }
}

/** A fault of the settings or of the machine, which nobody was asked about. */
export function settingFault(message: string, advice: string, detail?: string): CredentialFault {
  return new CredentialFault(message, true, advice, detail);
}

/** A fault without what must not be repeated. */
export function scrubFault(fault: CredentialFault, secrets: readonly string[]): CredentialFault {
  const clean = secrets
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .reduce((text, secret) => text.replaceAll(secret, '***'), fault.message);
  if (clean === fault.message) return fault;
  return new CredentialFault(clean, fault.isRefusal, fault.advice, fault.detail);
}

function shorten(message: string): string {
  const line = message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH)}…`;
}

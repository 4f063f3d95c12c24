import { GatewayError } from '#canonical';

/** The message for clients. Details of the identity of a channel are only for its operator. */
const PUBLIC_MESSAGE =
  'The gateway could not authenticate with the provider. The operator of the gateway must fix its credentials.';
/** Long enough for two sentences with a few ids. */
const MAX_LENGTH = 600;
/** Shorter secrets are not removed from messages, because they may be ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Why credentials are unavailable, for the operator of a channel. Contains no secrets. */
export class CredentialFault extends Error {
  override readonly name = 'CredentialFault';

  constructor(
    message: string,
    /** Whether the credentials were refused, so that a retry would not help. */
    readonly isRefusal: boolean,
    readonly advice: string,
    /** Only for the log, such as the error code of a file: users of the API must not learn about files of the machine. */
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

/** A fault of the settings or of the machine, found without a request to a token service. */
export function createSettingFault(message: string, advice: string, detail?: string): CredentialFault {
  return new CredentialFault(message, true, advice, detail);
}

/** Removes secrets from the message of a fault. */
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

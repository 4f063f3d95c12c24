import { type GatewayError } from '#canonical';
import { type Channel } from '#catalog';
import { CredentialFault } from '#credentials';
import { type AdvisedFault, findProvider } from '#providers';
import { withAdvice } from './provider-advice.js';
import { type Finding } from './finding.js';
import { type ProbedUpstream } from './upstream-fault.js';

const CHECK_ADDRESS = 'Check the host and the port of base_url, and that the server is running.';

type Diagnosis = (url: URL, code: string) => Finding;

/** Diagnoses by error code. The first match applies. */
const DIAGNOSES: readonly [code: RegExp, diagnose: Diagnosis, fault?: AdvisedFault][] = [
  [
    /^(ENOTFOUND|EAI_)/,
    ({ hostname }) => ({
      message: `The host name "${hostname}" was not found.`,
      advice: 'Check base_url for a typing error, and that this machine can look up names (DNS).',
    }),
    'host-not-found',
  ],
  [
    /^ECONNREFUSED$/,
    ({ host }) => ({
      message: `Nothing is listening at ${host}: the connection was refused.`,
      advice: CHECK_ADDRESS,
    }),
    'not-listening',
  ],
  [
    /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    ({ host }) => ({
      message: `Connecting to ${host} timed out.`,
      advice: 'Check base_url, and that no firewall blocks the connection.',
    }),
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    ({ host }) => ({ message: `${host} cannot be reached from this machine.`, advice: CHECK_ADDRESS }),
  ],
  [
    /^(ERR_SSL_WRONG_VERSION_NUMBER|EPROTO|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    ({ host }) => ({
      message: `The server at ${host} does not use TLS.`,
      advice: 'If the server does not use TLS, begin base_url with http://. Otherwise correct the port.',
    }),
  ],
  [
    /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    ({ host }, code) => ({
      message: `The certificate of ${host} is not trusted (${code}).`,
      advice:
        'Check base_url. For your own certificate authority, set NODE_EXTRA_CA_CERTS to its file and restart the gateway.',
    }),
  ],
  [
    /^HPE_/,
    ({ host }) => ({
      message: `The server at ${host} does not use HTTP.`,
      advice: 'Check the port of base_url, and whether it should begin with https://.',
    }),
  ],
];

/** Explains why there was no response, or no complete one. */
export function diagnoseConnection(
  { kind, message, cause }: GatewayError,
  { url, channel }: Pick<ProbedUpstream, 'url' | 'channel'>,
): Finding {
  // The credentials could not be fetched, so no request was sent.
  if (cause instanceof CredentialFault)
    return { message: cause.message, advice: cause.advice, field: 'auth' };
  const code = toCode(cause);
  const [, diagnose, fault] = DIAGNOSES.find(([pattern]) => pattern.test(code)) ?? [];
  if (diagnose !== undefined) {
    const found = { ...diagnose(url, code), field: 'base_url' };
    // The provider's advice is about its default address.
    return fault === undefined || isElsewhere(fault, channel) ? found : withAdvice(found, channel, fault);
  }
  if (kind === 'upstream-timeout') {
    return {
      message: `${url.host} accepted the connection, but did not respond in time.`,
      advice:
        'Try again: the server may be loading the model. If it persists, check base_url and whether the provider is overloaded.',
    };
  }
  if (kind === 'upstream-bad-response') return { message, advice: CHECK_ADDRESS };
  return {
    message: `${url.host} closed the connection before it responded.`,
    advice: 'Check base_url (http:// or https://, and the port), and any proxy in between.',
  };
}

function isElsewhere(fault: AdvisedFault, { provider, baseUrl }: Channel): boolean {
  const address = findProvider(provider)?.fields.find(({ name }) => name === 'base_url');
  return fault === 'host-not-found' && address?.required !== true && baseUrl !== undefined;
}

function toCode(cause: unknown): string {
  const code = (cause as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

import { type GatewayError } from '#canonical';
import { type Channel } from '#catalog';
import { CredentialFault } from '#credentials';
import { type AdvisedFault, findProvider } from '#providers';
import { withAdvice } from './provider-advice.js';
import { type Finding } from './finding.js';
import { type AskedUpstream } from './upstream-fault.js';

const CHECK_ADDRESS = 'Check the host and the port of base_url, and that the service is running.';

type Diagnosis = (place: URL, code: string) => Finding;

/** By the code of what failed; the first that fits. */
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
      message: `No connection to ${host} came about in time.`,
      advice: 'Check base_url, and whether a firewall lets this machine out to it.',
    }),
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    ({ host }) => ({ message: `There is no way from this machine to ${host}.`, advice: CHECK_ADDRESS }),
  ],
  [
    /^(ERR_SSL_WRONG_VERSION_NUMBER|EPROTO|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    ({ host }) => ({
      message: `What answers at ${host} does not speak TLS.`,
      advice: 'Write base_url with http:// where the service is not encrypted, or correct its port.',
    }),
  ],
  [
    /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    ({ host }, code) => ({
      message: `The certificate of ${host} is not trusted (${code}).`,
      advice:
        'Check base_url. For a certificate authority of your own, name its file in NODE_EXTRA_CA_CERTS and start again.',
    }),
  ],
  [
    /^HPE_/,
    ({ host }) => ({
      message: `What answers at ${host} does not speak HTTP.`,
      advice: 'Check the port of base_url, and whether it should begin with https://.',
    }),
  ],
];

/** Why there was no answer at all, or none that came to its end. */
export function diagnoseConnection(
  { kind, message, cause }: GatewayError,
  { place, channel }: Pick<AskedUpstream, 'place' | 'channel'>,
): Finding {
  // Nothing was asked of the service itself.
  if (cause instanceof CredentialFault)
    return { message: cause.message, advice: cause.advice, field: 'auth' };
  const code = toCode(cause);
  const [, diagnose, fault] = DIAGNOSES.find(([pattern]) => pattern.test(code)) ?? [];
  if (diagnose !== undefined) {
    const found = { ...diagnose(place, code), field: 'base_url' };
    // What is said of its usual address does not hold for another.
    return fault === undefined || isElsewhere(fault, channel) ? found : withAdvice(found, channel, fault);
  }
  if (kind === 'upstream-timeout') {
    return {
      message: `${place.host} was reached, but did not answer in time.`,
      advice:
        'Try again: a server may be loading the model. If it stays so, check base_url and whether the service is overloaded.',
    };
  }
  if (kind === 'upstream-bad-response') return { message, advice: CHECK_ADDRESS };
  return {
    message: `${place.host} closed the connection before it had answered.`,
    advice: 'Check base_url (http:// or https://, and the port), and whether a proxy stands in between.',
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

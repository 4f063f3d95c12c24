import { EntryProblem } from '#config';
import { CredentialFault, createSettingFault } from '../credential-fault.js';
import { isFederated } from '../google/google-document.js';
import { type DeclaredAccount } from './declared-account.js';
import { type ParsedAuth, parseAuth } from './parsed-auth.js';
import { isAtHost, isAwsRegion, isServiceAddress } from './service-addresses.js';

const HOSTS_VARIABLE = 'MODELGATE_MACHINE_IDENTITY_HOSTS';
const FILE = "refers to a file on the gateway's host, which only the config file is allowed to do";
const FEDERATED =
  "are of the type external_account, which reads a file, program or URL on the gateway's host; only the config file can declare them";
const ELSEWHERE = `would send the identity of the gateway's host to a host outside of the cloud; declare the channel in the config file, or add the host to ${HOSTS_VARIABLE}`;
const HOST_HEADER = "cannot be combined with the identity of the gateway's host";
const NO_REGION = "is not an AWS region, which is required with the identity of the gateway's host";

const DECLARE_IT = `Declare the channel in the config file, set its own credentials, or add the host to ${HOSTS_VARIABLE}.`;

/**
 * The parsed and checked identity of a channel. Only `IdentityRules.parse` creates it, and credentials are fetched only
 * with it, so that the checked values are the used ones.
 */
export class ChannelIdentity {
  private constructor(
    readonly auth: ParsedAuth,
    readonly region: string | undefined,
    private readonly mayBeSentTo: (url: URL) => boolean,
  ) {}

  /** Throws an EntryProblem if the author of the account may not declare it like this. */
  static parse(account: DeclaredAccount, allowedHosts: readonly string[]): ChannelIdentity {
    const auth = parseDeclared(account);
    if (account.declaredBy === 'operator') return new ChannelIdentity(auth, account.region, () => true);
    refuseMachineFiles(auth);
    if (auth.from.kind !== 'machine') return new ChannelIdentity(auth, account.region, () => true);
    const mayBeSentTo = (url: URL): boolean =>
      isServiceAddress(auth.type, url) || isAtHost(url, allowedHosts);
    refuseForeignAddresses(account, auth, { mayBeSentTo, allowedHosts });
    return new ChannelIdentity(auth, account.region, mayBeSentTo);
  }

  /** The final check, with the URL of the request. Throws a CredentialFault. */
  requireAddress(url: URL): void {
    if (!this.mayBeSentTo(url))
      throw createSettingFault(
        `The identity of the gateway's host must not be sent to ${url.host}.`,
        DECLARE_IT,
      );
  }
}

/** The rules for identities, which depend on who declared them. */
export class IdentityRules {
  /** `allowedHosts`: hosts to which every channel may send credentials of the machine, besides the services of the clouds. */
  constructor(private readonly allowedHosts: readonly string[]) {}

  /** Throws an EntryProblem, whose path has the keys of the config file. */
  parse(account: DeclaredAccount): ChannelIdentity {
    return ChannelIdentity.parse(account, this.allowedHosts);
  }
}

/** The fault of a stored channel whose identity is refused, for example because the rules have changed. */
export function toIdentityFault(error: unknown): CredentialFault {
  if (error instanceof CredentialFault) return error;
  if (!(error instanceof EntryProblem)) throw error;
  return createSettingFault(
    `The channel cannot be used: ${error.path.join('.')} ${error.message}.`,
    DECLARE_IT,
  );
}

function parseDeclared({ auth }: DeclaredAccount): ParsedAuth {
  try {
    return parseAuth(auth);
  } catch (error) {
    if (!(error instanceof CredentialFault)) throw error;
    throw new EntryProblem(['auth', 'credentials'], `cannot be used. ${error.message.replace(/\.$/, '')}`);
  }
}

function refuseMachineFiles(auth: ParsedAuth): void {
  if (auth.from.kind === 'file')
    throw new EntryProblem(['auth', auth.type === 'google' ? 'credentialsFile' : 'certificateFile'], FILE);
  if (auth.from.kind === 'document' && isFederated(auth.from.document))
    throw new EntryProblem(['auth', 'credentials'], FEDERATED);
}

interface AddressRules {
  mayBeSentTo: (url: URL) => boolean;
  allowedHosts: readonly string[];
}

function refuseForeignAddresses(
  { baseUrl, headers = {}, region }: DeclaredAccount,
  { type, tokenUrl }: ParsedAuth,
  { mayBeSentTo, allowedHosts }: AddressRules,
): void {
  if (tokenUrl !== undefined && !isAtHost(new URL(tokenUrl), allowedHosts))
    throw new EntryProblem(['auth', 'tokenUrl'], ELSEWHERE);
  if (baseUrl !== undefined && !mayBeSentTo(new URL(baseUrl))) throw new EntryProblem(['baseUrl'], ELSEWHERE);
  const host = Object.keys(headers).find((name) => name.toLowerCase() === 'host');
  if (host !== undefined) throw new EntryProblem(['headers', host], HOST_HEADER);
  if (type === 'aws' && !isAwsRegion(region)) throw new EntryProblem(['region'], NO_REGION);
}

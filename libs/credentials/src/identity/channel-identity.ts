import { EntryProblem } from '#config';
import { CredentialFault, settingFault } from '../credential-fault.js';
import { isFederated } from '../google/google-document.js';
import { type DeclaredAccount } from './declared-account.js';
import { type ParsedAuth, parseAuth } from './parsed-auth.js';
import { isAtHost, isAwsRegion, isServiceAddress } from './service-addresses.js';

const HOSTS_VARIABLE = 'MODELGATE_MACHINE_IDENTITY_HOSTS';
const FILE = "names a file of the gateway's machine, which only the config file may";
const FEDERATED =
  "are of the type external_account, which reads a file, a program or an address of the gateway's machine; only the config file may declare them";
const ELSEWHERE = `leads the identity of the gateway's machine to an address that is not the cloud's own; only the config file may, or the host has to be in ${HOSTS_VARIABLE}`;
const HOST_HEADER = "cannot be set beside the identity of the gateway's machine";
const NO_REGION = "is no region of AWS, and is needed beside the identity of the gateway's machine";

const DECLARE_IT = `Declare the channel in the config file, give it credentials of its own, or allow the host in ${HOSTS_VARIABLE}.`;

/**
 * Who a channel is, parsed and judged. There is no other way to make one than `IdentityRules.parse`, and credentials are
 * fetched for nothing else: what was judged is what is used.
 */
export class ChannelIdentity {
  private constructor(
    readonly auth: ParsedAuth,
    readonly region: string | undefined,
    private readonly mayBeSentTo: (url: URL) => boolean,
  ) {}

  /** Throws an EntryProblem where whoever declared the account may not declare it so. */
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

  /** The last check, with the address that is really called. Throws a CredentialFault. */
  requireAddress(url: URL): void {
    if (!this.mayBeSentTo(url))
      throw settingFault(`The identity of the gateway's machine may not be sent to ${url.host}.`, DECLARE_IT);
  }
}

/** What identities may be, by who declared them. */
export class IdentityRules {
  /** `allowedHosts`: where the identity of the machine may go to for everybody, besides the clouds' own services. */
  constructor(private readonly allowedHosts: readonly string[]) {}

  /** Throws an EntryProblem, whose path is in the words of the config file. */
  parse(account: DeclaredAccount): ChannelIdentity {
    return ChannelIdentity.parse(account, this.allowedHosts);
  }
}

/** A refused identity, as the fault of a channel that has it all the same: it was stored before, or by other rules. */
export function toIdentityFault(error: unknown): CredentialFault {
  if (error instanceof CredentialFault) return error;
  if (!(error instanceof EntryProblem)) throw error;
  return settingFault(`The channel may not be used: ${error.path.join('.')} ${error.message}.`, DECLARE_IT);
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

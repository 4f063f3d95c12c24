import { type OnModuleDestroy } from '@nestjs/common';
import { type Logger } from '#telemetry';
import { type TokenHttp } from './ask-token-service.js';
import { awsCredentials } from './aws/aws-credentials.js';
import { type ChannelAuth, listAuthSecrets } from './channel-auth.js';
import { ChannelCredentials, FixedCredentials, RefusedCredentials } from './channel-credentials.js';
import { CredentialFault, scrubFault } from './credential-fault.js';
import { type CredentialSource, type FetchCredentials } from './credential-source.js';
import { entraCredentials } from './entra/entra-credentials.js';
import { type FetchDependencies } from './fetch-dependencies.js';
import { googleCredentials } from './google/google-credentials.js';
import { type ChannelIdentity, type IdentityRules, toIdentityFault } from './identity/channel-identity.js';
import { type DeclaredAccount } from './identity/declared-account.js';
import { type AwsKeys } from './identity/parsed-auth.js';
import { RenewedSource } from './renewed-source.js';

export interface SourceDependencies extends FetchDependencies {
  logger: Pick<Logger, 'info' | 'warn'>;
  rules: IdentityRules;
}

interface Opened {
  source: RenewedSource;
  fetchedFrom: Set<string>;
  /** Milliseconds since 1970 until which somebody beside the channels may want it. */
  heldUntil: number;
}

type Identified = Omit<DeclaredAccount, 'auth'> & { auth?: ChannelAuth | undefined };

/** How long a source that was opened by itself stays open; video tasks ask for theirs much more often. */
const HELD_MS = 60 * 60 * 1000;

/** One source of credentials for each identity, whatever number of channels has it. */
export class CredentialSources implements OnModuleDestroy {
  private readonly opened = new Map<string, Opened>();
  private followed: ReadonlySet<string> = new Set();
  private cancelSweep: (() => void) | undefined;

  constructor(private readonly dependencies: SourceDependencies) {}

  /** For an account that is no channel of the catalogue, or is none any more. */
  open(account: DeclaredAccount): CredentialSource {
    return this.identify(account, (opened) => {
      opened.heldUntil = this.dependencies.clock.now() + HELD_MS;
      this.cancelSweep ??= this.dependencies.clock.after(HELD_MS, () => {
        this.cancelSweep = undefined;
        this.closeUnused();
      });
    });
  }

  /** The channels with their credentials. Sources that only former channels had are closed. */
  follow<Channel extends Identified>(
    channels: readonly Channel[],
  ): (Channel & { credentials?: CredentialSource })[] {
    const followed = new Set<string>();
    const identified = channels.map((channel) => {
      const { auth } = channel;
      if (auth === undefined) return channel;
      const account = { ...channel, auth };
      followed.add(toKey(account));
      return { ...channel, credentials: this.identify(account) };
    });
    this.followed = followed;
    this.closeUnused();
    return identified;
  }

  onModuleDestroy(): void {
    this.cancelSweep?.();
    for (const { source } of this.opened.values()) source.close();
    this.opened.clear();
  }

  /** The one way from an account to its credentials: what it may be is judged each time. */
  private identify(account: DeclaredAccount, onOpened?: (opened: Opened) => void): CredentialSource {
    let identity: ChannelIdentity;
    try {
      identity = this.dependencies.rules.parse(account);
    } catch (error) {
      return new RefusedCredentials(toIdentityFault(error));
    }
    const keys = findFixedKeys(identity);
    if (keys !== undefined) return new FixedCredentials(identity, keys);
    const opened = this.find(account, identity);
    onOpened?.(opened);
    return new ChannelCredentials(identity, opened.source, opened.fetchedFrom);
  }

  private find(account: DeclaredAccount, identity: ChannelIdentity): Opened {
    const key = toKey(account);
    let opened = this.opened.get(key);
    if (opened === undefined) {
      const fetchedFrom = new Set<string>();
      const fetch = this.createFetch(identity, { secrets: listAuthSecrets(account.auth), fetchedFrom });
      const name = describeIdentity(account.auth);
      const source = new RenewedSource(fetch, { ...this.dependencies, name });
      opened = { source, fetchedFrom, heldUntil: 0 };
      this.opened.set(key, opened);
      source.start();
    }
    return opened;
  }

  private closeUnused(): void {
    const now = this.dependencies.clock.now();
    for (const [key, { source, heldUntil }] of this.opened) {
      if (this.followed.has(key) || heldUntil > now) continue;
      source.close();
      this.opened.delete(key);
    }
  }

  private createFetch(
    identity: ChannelIdentity,
    { secrets, fetchedFrom }: { secrets: readonly string[]; fetchedFrom: Set<string> },
  ): FetchCredentials {
    const http = noteAddresses(this.dependencies.http, fetchedFrom);
    const fetch = getFetch(identity, { ...this.dependencies, http });
    return async (signal) => {
      try {
        return await fetch(signal);
      } catch (error) {
        throw error instanceof CredentialFault ? scrubFault(error, secrets) : error;
      }
    };
  }
}

function noteAddresses(http: TokenHttp, addresses: Set<string>): TokenHttp {
  return {
    send: (request, call) => {
      addresses.add(`${request.url.origin}${request.url.pathname}`);
      return http.send(request, call);
    },
  };
}

function getFetch({ auth, region }: ChannelIdentity, dependencies: FetchDependencies): FetchCredentials {
  switch (auth.type) {
    case 'aws':
      return awsCredentials(auth, region, dependencies);
    case 'google':
      return googleCredentials(auth, dependencies);
    case 'entra':
      return entraCredentials(auth, dependencies);
  }
}

/** Undefined where the channel has to fetch its credentials. */
function findFixedKeys({ auth }: ChannelIdentity): AwsKeys | undefined {
  return auth.type === 'aws' && auth.roleArn === undefined && auth.from.kind === 'keys'
    ? auth.from.keys
    : undefined;
}

/** Only the keys of AWS depend on the region that they are fetched in. */
function toKey({ auth, region }: DeclaredAccount): string {
  const members = Object.entries(auth).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(auth.type === 'aws' ? [members, region] : members);
}

/** As the log calls it: nothing secret. */
function describeIdentity(auth: ChannelAuth): string {
  switch (auth.type) {
    case 'aws':
      return ['aws', auth.accessKeyId, auth.roleArn].filter(Boolean).join(' ');
    case 'google':
      return ['google', auth.credentialsFile].filter(Boolean).join(' ');
    case 'entra':
      return ['entra', auth.tenantId, auth.clientId].filter(Boolean).join(' ');
  }
}

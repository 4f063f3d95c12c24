import { type OnModuleDestroy } from '@nestjs/common';
import { type Logger } from '#telemetry';
import { awsCredentials, findStaticKeys } from './aws/aws-credentials.js';
import { type ChannelAuth, listAuthSecrets } from './channel-auth.js';
import { CredentialFault, scrubFault } from './credential-fault.js';
import { type CredentialSource, type FetchCredentials } from './credential-source.js';
import { entraCredentials } from './entra/entra-credentials.js';
import { type FetchDependencies } from './fetch-dependencies.js';
import { googleCredentials } from './google/google-credentials.js';
import { RenewedSource } from './renewed-source.js';

/** Somebody who is to be known: a channel, or what was kept of one. */
export interface Identified {
  auth?: ChannelAuth;
  region?: string;
}

export interface SourceDependencies extends FetchDependencies {
  logger: Pick<Logger, 'info' | 'warn'>;
}

interface Opened {
  source: RenewedSource;
  /** Until then somebody beside the channels may want it. */
  heldUntil: number;
}

/** So long a source goes on for whoever has asked for it by itself; tasks ask again much sooner. */
const HELD_MS = 60 * 60 * 1000;

/** One source of credentials for each identity, whatever number of channels has it. */
export class CredentialSources implements OnModuleDestroy {
  private readonly opened = new Map<string, Opened>();
  private followed: ReadonlySet<string> = new Set();
  private cancelSweep: (() => void) | undefined;

  constructor(private readonly dependencies: SourceDependencies) {}

  /** For somebody who is no channel of the catalogue, or may be none any more. */
  open(auth: ChannelAuth, region?: string): CredentialSource {
    const keys = auth.type === 'aws' ? findStaticKeys(auth) : undefined;
    if (keys !== undefined) return { current: keys, ready: () => Promise.resolve(keys) };
    const opened = this.find({ auth, region });
    opened.heldUntil = this.dependencies.clock.now() + HELD_MS;
    this.cancelSweep ??= this.dependencies.clock.after(HELD_MS, () => {
      this.cancelSweep = undefined;
      this.closeUnused();
    });
    return opened.source;
  }

  /** The channels with their credentials. Sources that only former channels had are closed. */
  follow<Channel extends Identified>(
    channels: readonly Channel[],
  ): (Channel & { credentials?: CredentialSource })[] {
    const identified = channels.map((channel) => {
      const { auth, region } = channel;
      if (auth === undefined) return channel;
      const keys = auth.type === 'aws' ? findStaticKeys(auth) : undefined;
      const source =
        keys === undefined
          ? this.find({ auth, region }).source
          : { current: keys, ready: () => Promise.resolve(keys) };
      return { ...channel, credentials: source };
    });
    this.followed = new Set(
      channels.flatMap(({ auth, region }) => (auth === undefined ? [] : [toKey(auth, region)])),
    );
    this.closeUnused();
    return identified;
  }

  onModuleDestroy(): void {
    this.cancelSweep?.();
    for (const { source } of this.opened.values()) source.close();
    this.opened.clear();
  }

  private find({ auth, region }: Identified & { auth: ChannelAuth }): Opened {
    const key = toKey(auth, region);
    let opened = this.opened.get(key);
    if (opened === undefined) {
      const source = new RenewedSource(this.createFetch(auth, region), {
        ...this.dependencies,
        name: describeIdentity(auth),
      });
      opened = { source, heldUntil: 0 };
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

  private createFetch(auth: ChannelAuth, region: string | undefined): FetchCredentials {
    const fetch = getFetch(auth, region, this.dependencies);
    const secrets = listAuthSecrets(auth);
    return async (signal) => {
      try {
        return await fetch(signal);
      } catch (error) {
        throw error instanceof CredentialFault ? scrubFault(error, secrets) : error;
      }
    };
  }
}

function getFetch(
  auth: ChannelAuth,
  region: string | undefined,
  dependencies: FetchDependencies,
): FetchCredentials {
  switch (auth.type) {
    case 'aws':
      return awsCredentials(auth, region, dependencies);
    case 'google':
      return googleCredentials(auth, dependencies);
    case 'entra':
      return entraCredentials(auth, dependencies);
  }
}

/** Only the keys of AWS depend on where they are asked for. */
function toKey(auth: ChannelAuth, region: string | undefined): string {
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

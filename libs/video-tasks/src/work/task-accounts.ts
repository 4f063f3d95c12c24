import { permitTask } from '#admission/task-permit';
import { Catalog } from '#catalog';
import { CredentialSources } from '#credentials';
import { HttpTransport } from '#egress';
import { type VideoCapability, type VideoPlace } from '#providers';
import { SecretBox } from '#secrets';
import { VideoUpstream, channelSecrets } from '#upstream';
import { Inject, Injectable } from '@nestjs/common';
import { type PinnedAccount, accountName, openAccount, pinAccount, sealAccount } from '../pinned-account.js';
import { type VideoTask } from '../task.js';
import { WorkOptions } from './work-options.js';

/** What is needed for requests to the account of a task. */
export interface TaskAccount {
  account: PinnedAccount;
  capability: VideoCapability;
  place: VideoPlace;
  upstream: VideoUpstream;
  /** Values that must be removed from messages to the client. */
  secrets: readonly string[];
}

/** The provider accounts of tasks, which are stored encrypted. */
@Injectable()
export class TaskAccounts {
  constructor(
    @Inject(HttpTransport) private readonly http: Pick<HttpTransport, 'send'>,
    @Inject(CredentialSources) private readonly credentials: Pick<CredentialSources, 'open'>,
    private readonly secretBox: SecretBox,
    @Inject(Catalog) private readonly catalog: Pick<Catalog, 'activeChannels'>,
    private readonly options: WorkOptions,
  ) {}

  build(task: VideoTask, account: PinnedAccount, upstreamModel: string): TaskAccount {
    const provider = this.options.findProvider(account.provider);
    if (provider?.video === undefined)
      throw new Error(`${account.provider} does not support video generation`);
    const { apiKey, baseUrl, region, project, location, auth } = account;
    const credentials = auth === undefined ? undefined : this.credentials.open({ ...account, auth });
    return {
      account,
      capability: provider.video,
      place: { baseUrl, region, project, location, upstreamModel },
      upstream: new VideoUpstream(this.http, {
        ...account,
        provider,
        apiKey,
        credentials,
        permit: permitTask(task),
      }),
      secrets: channelSecrets({ apiKeys: apiKey === undefined ? [] : [apiKey], baseUrl, auth, credentials }),
    };
  }

  /** The account to which a task was sent. */
  of(task: VideoTask): TaskAccount {
    const { sealedAccount, upstreamModel } = task;
    if (sealedAccount === undefined || upstreamModel === undefined)
      throw new Error(`${task.id} has no account`);
    return this.build(task, this.unseal(task, sealedAccount), upstreamModel);
  }

  seal(taskId: string, account: PinnedAccount): Buffer {
    return sealAccount(this.secretBox, taskId, account);
  }

  /**
   * Decrypts the account of a task. An account that an earlier version has stored has no `declaredBy`: it is that of
   * the channel, if the channel still uses the same account.
   */
  unseal({ id, channelId }: Pick<VideoTask, 'id' | 'channelId'>, sealed: Uint8Array): PinnedAccount {
    const account = openAccount(this.secretBox, id, sealed);
    if (account.auth === undefined || account.declaredBy !== undefined) return account;
    const channel = this.catalog.activeChannels.find(({ id: activeId }) => activeId === channelId);
    if (channel === undefined) return account;
    const current = pinAccount({ channel, upstreamModel: '' }, account.apiKey);
    const isSame = accountName(current) === accountName(account);
    return isSame ? { ...account, declaredBy: channel.declaredBy } : account;
  }
}

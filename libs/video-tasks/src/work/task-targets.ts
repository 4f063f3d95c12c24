import { Catalog, type Channel, ChannelHealth, type RoutedTarget } from '#catalog';
import { makesVideos } from '#providers';
import { Router } from '#relay';
import { Inject, Injectable } from '@nestjs/common';
import { type PinnedAccount, findAccountKey } from '../pinned-account.js';
import { type RemixSource, type VideoTask } from '../task.js';
import { WorkOptions } from './work-options.js';

/** The channels that can create the video of a task. */
@Injectable()
export class TaskTargets {
  constructor(
    @Inject(Catalog) private readonly catalog: Pick<Catalog, 'choose' | 'activeChannels'>,
    private readonly health: ChannelHealth,
    @Inject(Router) private readonly router: Pick<Router, 'getPrice'>,
    private readonly options: WorkOptions,
  ) {}

  /** The channels that create videos with the model of a task and have not refused it. The best is first. */
  find(task: VideoTask): RoutedTarget[] {
    const { refusedChannels, request } = task;
    const source = getSourceVideo(task);
    return this.listTargets(request.model).filter(
      (choice) =>
        // The held price is not valid for fallback models.
        choice.reason !== 'fallback' &&
        !refusedChannels.includes(choice.channel.id) &&
        makesVideos(this.options.findProvider(choice.channel.provider), choice.upstreamModel) &&
        // Only the account that created a video can remix it.
        (source === undefined || findAccountKey(choice, source.account) !== undefined),
    );
  }

  /** Whether another channel than that of the task is healthy or can be probed. */
  hasAlternative(task: VideoTask): boolean {
    return this.find(task).some(
      ({ channel, status }) => channel.id !== task.channelId && (status === 'healthy' || status === 'probe'),
    );
  }

  /** The ids of the channels that need the bytes of linked images. */
  findChannelsForBytes(task: VideoTask): string[] {
    return this.find(task)
      .filter(({ channel }) => this.options.findProvider(channel.provider)?.video?.needsImageBytes)
      .map(({ channel }) => channel.id);
  }

  /** The channel through which a task was sent to its account, if it still uses that account. */
  findChannel({ channelId }: Pick<VideoTask, 'channelId'>, account: PinnedAccount): Channel | undefined {
    const channel = this.catalog.activeChannels.find(({ id }) => id === channelId);
    if (channel?.provider !== account.provider || channel.baseUrl !== account.baseUrl) return undefined;
    const hasKey =
      account.apiKey === undefined ? channel.apiKeys.length === 0 : channel.apiKeys.includes(account.apiKey);
    return hasKey ? channel : undefined;
  }

  private listTargets(model: string): RoutedTarget[] {
    const { catalog, health, router } = this;
    try {
      return catalog.choose({ model, capability: 'video', health, getPrice: router.getPrice });
    } catch {
      // No channel serves the model any more.
      return [];
    }
  }
}

/** The video that a task remixes. The encrypted request is decrypted only if there is one. */
export function getSourceVideo({ request }: Pick<VideoTask, 'request'>): RemixSource | undefined {
  return request.remixOf === undefined ? undefined : request.source;
}

import { isDeepStrictEqual } from 'node:util';
import { pagesOf, refuseTakenName } from '#database';
import { type AuthorizedChange } from '#rights';
import { SecretBox } from '#secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type Repository } from 'typeorm';
import { type Channel, type ChannelSettings } from './channel.js';
import { ChannelEntity } from './channel.entity.js';
import { type NewChannel } from './approved-channel.js';
import { toChannelColumns, openStoredChannel } from './stored-channel.js';

@Injectable()
export class ChannelRepository {
  private readonly channels: Repository<ChannelEntity>;

  constructor(
    @InjectDataSource() dataSource: Pick<DataSource, 'getRepository'>,
    private readonly secretBox: SecretBox,
  ) {
    this.channels = dataSource.getRepository(ChannelEntity);
  }

  /** Throws SecretUnreadable if a channel was encrypted with another key. */
  async findAll(): Promise<Channel[]> {
    const entities = await this.channels.find({ order: { name: 'ASC' } });
    return entities.map((entity) => openStoredChannel(entity, this.secretBox));
  }

  async hasAny(): Promise<boolean> {
    return this.channels.exists();
  }

  async *findPages(): AsyncGenerator<Channel[]> {
    for await (const page of pagesOf(this.channels))
      yield page.map((entity) => openStoredChannel(entity, this.secretBox));
  }

  /** Throws a GatewayError where another channel has the name. */
  async create({ after }: AuthorizedChange<'channel', undefined, NewChannel>): Promise<ChannelEntity> {
    await refuseTakenName('channel', this.channels.insert(toChannelColumns(after, this.secretBox)));
    return this.channels.findOneByOrFail({ id: after.id });
  }

  /** Throws a GatewayError where another channel has the name. */
  async update({ before, after }: AuthorizedChange<'channel', Channel, NewChannel>): Promise<ChannelEntity> {
    const { secrets, ...row } = toChannelColumns(after, this.secretBox);
    // Unchanged secrets are not encrypted again, which would change the column.
    const columns = isDeepStrictEqual(pickSecrets(before), pickSecrets(after)) ? row : { ...row, secrets };
    await refuseTakenName('channel', this.channels.update({ id: after.id }, columns));
    return this.channels.findOneByOrFail({ id: after.id });
  }

  async delete({ before }: AuthorizedChange<'channel', Channel, undefined>): Promise<void> {
    await this.channels.delete({ id: before.id });
  }
}

function pickSecrets({ apiKeys, headers, auth }: ChannelSettings): Partial<ChannelSettings> {
  return { apiKeys, headers, auth };
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type ContentSource, readContents } from '../stored/sealed-contents.js';
import { type BackgroundRequest, type StoredRequest } from './background-response.js';
import { ResponseSeals } from './response-seals.js';

const SOURCE: ContentSource = {
  table: 'background_responses',
  column: 'request',
  key: [{ name: 'id', type: 'text' }],
};

/** Loads the requests of background responses. A request includes the conversation that it continues. */
@Injectable()
export class RequestRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seals: ResponseSeals,
  ) {}

  /** Undefined if the response was deleted. The caller must have reserved the memory. */
  async load({ id, requestBytes }: StoredRequest): Promise<BackgroundRequest | undefined> {
    const row = { key: [id] as const, sizeBytes: requestBytes };
    for await (const { content } of readContents(this.dataSource, SOURCE, [row])) {
      return this.seals.openRequest(id, content);
    }
    return undefined;
  }
}

import { type JsonObject } from '#canonical';
import { type ByteHold } from '#limits';
import { responseState } from '#wire';
import { Injectable } from '@nestjs/common';
import { BackgroundResponses } from './background/background-responses.js';
import { notCancellable, notFinished, notFound } from './response-errors.js';
import { ResponseReader } from './stored/response-reader.js';
import { ResponseStore } from './stored/response-store.js';
import { type StoredResponse } from './stored/stored-response.js';

/** Responses that a client comes back to by their ids, whether they are finished or still run in the background. */
@Injectable()
export class StoredResponsesService {
  constructor(
    private readonly store: ResponseStore,
    private readonly reader: ResponseReader,
    private readonly background: BackgroundResponses,
  ) {}

  /** What is read counts in `hold` until its owner releases it. */
  async find(owner: string, id: string, hold: ByteHold): Promise<StoredResponse> {
    const response =
      (await this.reader.findSpooled(owner, id, hold)) ??
      (await this.background.findRunning(owner, id, hold)) ??
      (await this.reader.find(owner, id, hold));
    if (response === undefined) throw notFound(id);
    return response;
  }

  async pageInput(
    owner: string,
    id: string,
    query: responseState.ItemPageQuery,
    hold: ByteHold,
  ): Promise<JsonObject> {
    const whole =
      (await this.reader.findSpooled(owner, id, hold)) ??
      (await this.background.findRunning(owner, id, hold));
    if (whole !== undefined) return responseState.pageItems(whole.input, query);
    const page = await this.reader.pageInput(owner, id, query, hold);
    if (page === undefined) throw notFound(id);
    return page;
  }

  async delete(owner: string, id: string): Promise<void> {
    if (await this.background.isRunning(owner, id)) throw notFinished();
    const isDeleted = await this.store.delete(owner, id);
    if (!isDeleted) throw notFound(id);
    await this.background.forget(owner, id);
  }

  /** A response that is cancelled already is as good as one that is cancelled now. */
  async cancel(owner: string, id: string, hold: ByteHold): Promise<JsonObject> {
    const running = await this.background.cancel(owner, id, hold);
    const { response } = running ?? (await this.find(owner, id, hold));
    if (running === undefined && response['status'] !== 'cancelled') throw notCancellable(response);
    return response;
  }
}

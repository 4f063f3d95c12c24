import { type GatewayError, type JsonObject } from '#canonical';
import { type ByteHold } from '#limits';
import { responseState } from '#wire';
import { Injectable } from '@nestjs/common';
import { BackgroundResponses } from './background/background-responses.js';
import { notCancellable, notFinished, notFound, notReplayedYet } from './response-errors.js';
import { OtherSpools } from './stored/other-spools.js';
import { ResponseReader } from './stored/response-reader.js';
import { ResponseStore } from './stored/response-store.js';

/** Finds responses by id, whether they are stored or still run in the background. */
@Injectable()
export class StoredResponsesService {
  constructor(
    private readonly store: ResponseStore,
    private readonly reader: ResponseReader,
    private readonly background: BackgroundResponses,
    private readonly otherSpools: OtherSpools,
  ) {}

  /** The loaded data counts in `hold`. */
  async find(owner: string, id: string, hold: ByteHold): Promise<JsonObject> {
    const spooled = await this.reader.findSpooled(owner, id, hold);
    const response =
      spooled?.response ??
      (await this.background.findRunning(owner, id, hold)) ??
      (await this.reader.find(owner, id, hold))?.response;
    if (response === undefined) throw await this.unknown(id);
    return response;
  }

  /** Throws if the response does not exist. Its content is not loaded. */
  async require(owner: string, id: string): Promise<void> {
    const isKnown = (await this.background.isRunning(owner, id)) || (await this.reader.exists(owner, id));
    if (!isKnown) throw await this.unknown(id);
  }

  async pageInput(
    owner: string,
    id: string,
    query: responseState.ItemPageQuery,
    hold: ByteHold,
  ): Promise<JsonObject> {
    const spooled = await this.reader.findSpooled(owner, id, hold);
    const whole = spooled?.input ?? (await this.background.findRunningInput(owner, id, hold));
    if (whole !== undefined) return responseState.pageItems(whole, query);
    const page = await this.reader.pageInput(owner, id, query, hold);
    if (page === undefined) throw await this.unknown(id);
    return page;
  }

  async delete(owner: string, id: string): Promise<void> {
    if (await this.background.isRunning(owner, id)) throw notFinished();
    const isDeleted = await this.store.delete(owner, id);
    if (!isDeleted) throw await this.unknown(id);
    await this.background.deleteFinished(owner, id);
  }

  /** Takes effect if the response is running or queued. Loads nothing, so that it needs no limit. */
  async requestCancel(owner: string, id: string): Promise<void> {
    await this.background.requestCancel(owner, id);
  }

  /**
   * The response after its cancellation was requested. Cancelling a cancelled response succeeds. A response with another
   * final status is not loaded while its row in `background_responses` exists.
   */
  async findCancelled(owner: string, id: string, hold: ByteHold): Promise<JsonObject> {
    const running = await this.background.awaitCancelled(owner, id, hold);
    if (running !== undefined) return running;
    const status = await this.background.findStatus(owner, id);
    if (status !== undefined && status !== 'cancelled') throw notCancellable({ background: true });
    const response = await this.find(owner, id, hold);
    if (response['status'] !== 'cancelled') throw notCancellable(response);
    return response;
  }

  private async unknown(id: string): Promise<GatewayError> {
    return (await this.otherSpools.mayHoldResponses()) ? notReplayedYet() : notFound(id);
  }
}

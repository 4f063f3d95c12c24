import { type JsonObject } from '#canonical';
import { CONFIG, type Config } from '#config';
import { isDatabaseAway } from '#database';
import { type ByteHold } from '#limits';
import { responseState } from '#wire';
import { Inject, Injectable } from '@nestjs/common';
import { conversationTooLarge, storeUnavailable } from '../response-errors.js';
import { ResponseSpool } from './response-spool.js';
import { StoredItemRepository } from './stored-items.repository.js';
import { type StoredResponse } from './stored-response.js';
import { type StoredResponseHead, StoredResponseRepository } from './stored-response.repository.js';

/** Earlier turns of a longer conversation are left out. */
const MAX_CHAIN = 500;
/** What is read is in memory twice: as objects, and as what is made of them. */
const COPIES = 2;
/** A stored conversation may take as many times what one request may: it also holds what is not sent again. */
const MAX_REQUESTS = 2;

/** A conversation as it is continued, oldest turn first. */
export interface Conversation {
  turns: responseState.StoredTurn[];
  /** How its last response ended. */
  status: unknown;
}

type LoadedResponse = Pick<StoredResponse, 'input' | 'response'>;
/** A response that was read from disk has its content with it. */
type Link = StoredResponseHead | StoredResponse;

/**
 * Reads stored responses. Sizes are looked up first and taken from the memory that requests may hold; contents are then
 * read and parsed in slices. A response that still waits on disk for the database is read there.
 */
@Injectable()
export class ResponseReader {
  private readonly maxBytes: number;

  constructor(
    @Inject(CONFIG) { http }: Config,
    private readonly spool: ResponseSpool,
    private readonly responses: StoredResponseRepository,
    private readonly items: StoredItemRepository,
  ) {
    this.maxBytes = MAX_REQUESTS * http.maxJsonBytes;
  }

  /** One that only waits on disk. */
  async findSpooled(owner: string, id: string, hold: ByteHold): Promise<StoredResponse | undefined> {
    // Before the database: a file is removed when its row is there, never earlier.
    const sizeBytes = await this.spool.findSize(owner, id);
    if (sizeBytes === undefined) return undefined;
    await hold.take(COPIES * sizeBytes);
    return (await this.spool.read(owner, id))?.stored;
  }

  async find(owner: string, id: string, hold: ByteHold): Promise<StoredResponse | undefined> {
    const head = await this.responses.findHead(owner, id);
    return head === undefined ? undefined : this.load(owner, head, hold);
  }

  /** A page of its input; undefined where there is no such response. */
  async pageInput(
    owner: string,
    id: string,
    query: responseState.ItemPageQuery,
    hold: ByteHold,
  ): Promise<JsonObject | undefined> {
    const head = await this.responses.findHead(owner, id);
    if (head === undefined) return undefined;
    const apart = await this.items.list(owner, id);
    if (apart.length === 0) {
      const stored = await this.load(owner, head, hold);
      return stored && responseState.pageItems(stored.input, query);
    }
    const inputs = apart.filter(({ isInput }) => isInput);
    const page = responseState.pageItems(
      inputs.map(({ itemId, position }) => ({ id: itemId, position })),
      query,
    );
    const positions = (page['data'] as { position: number }[]).map(({ position }) => position);
    const chosen = positions.flatMap((position) => inputs.find((place) => place.position === position) ?? []);
    await hold.take(COPIES * addSizes(chosen));
    return { ...page, data: await this.items.load(owner, chosen) };
  }

  /** The conversation that ends with this response; undefined where a response of it is not there. */
  async loadConversation(owner: string, id: string, hold: ByteHold): Promise<Conversation | undefined> {
    return whileDatabaseAnswers(async () => {
      const links = await this.findLinks(owner, id, hold);
      if (links === undefined) return undefined;
      const heads = links.filter((link) => 'sizeBytes' in link);
      await hold.take(COPIES * addSizes(heads));
      const loaded = new Map<string, LoadedResponse>();
      for (const link of links) if ('response' in link) loaded.set(link.id, link);
      for await (const response of this.responses.load(owner, heads)) loaded.set(response.id, response);
      const chain = links.toReversed().map((link) => loaded.get(link.id));
      return chain.includes(undefined) ? undefined : toConversation(chain as LoadedResponse[]);
    });
  }

  /** Those of the items that are there, by their ids. The ids lead to the responses that hold the items. */
  async findItems(owner: string, ids: readonly string[], hold: ByteHold): Promise<Map<string, JsonObject>> {
    const found = new Map<string, JsonObject>();
    const wanted = new Set(ids);
    const add = (item: JsonObject): void => {
      if (typeof item['id'] === 'string' && wanted.has(item['id'])) found.set(item['id'], item);
    };
    const addAll = ({ input, response }: LoadedResponse): void => {
      for (const item of [...input, ...responseState.responseOutputItems(response)]) add(item);
    };
    const unread: string[] = [];
    for (const id of new Set(ids.flatMap((itemId) => responseState.parseItemResponseId(itemId) ?? []))) {
      const spooled = await this.findSpooled(owner, id, hold);
      if (spooled === undefined) unread.push(id);
      else addAll(spooled);
    }
    if (unread.length === 0) return found;
    await whileDatabaseAnswers(async () => {
      const { responses, items } = await this.items.findReferenced(owner, unread, [...wanted]);
      const bytes = addSizes(responses) + addSizes(items);
      if (bytes > this.maxBytes) throw conversationTooLarge('input', this.maxBytes);
      await hold.take(COPIES * bytes);
      for await (const response of this.responses.load(owner, responses)) addAll(response);
      for (const item of await this.items.load(owner, items)) add(item);
    });
    return found;
  }

  /** Newest first. */
  private async findLinks(owner: string, id: string, hold: ByteHold): Promise<Link[] | undefined> {
    const links: Link[] = [];
    let bytes = 0;
    let next: string | undefined = id;
    while (next !== undefined && links.length < MAX_CHAIN) {
      bytes += (await this.spool.findSize(owner, next)) ?? 0;
      this.requireConversation(bytes);
      const spooled = await this.findSpooled(owner, next, hold);
      const found: Link[] = spooled ? [spooled] : await this.findHeads(owner, next, links.length);
      for (const link of found) if ('sizeBytes' in link) bytes += link.sizeBytes;
      this.requireConversation(bytes);
      if (found.length === 0) return undefined;
      links.push(...found);
      next = found.at(-1)?.previousId;
    }
    return links;
  }

  private findHeads(owner: string, id: string, count: number): Promise<StoredResponseHead[]> {
    return this.responses.findChain(owner, id, MAX_CHAIN - count);
  }

  private requireConversation(bytes: number): void {
    if (bytes > this.maxBytes) throw conversationTooLarge('previous_response_id', this.maxBytes);
  }

  private async load(
    owner: string,
    head: StoredResponseHead,
    hold: ByteHold,
  ): Promise<StoredResponse | undefined> {
    await hold.take(COPIES * head.sizeBytes);
    for await (const loaded of this.responses.load(owner, [head])) {
      return { ...loaded, previousId: head.previousId };
    }
    return undefined;
  }
}

function addSizes(rows: readonly { sizeBytes: number }[]): number {
  return rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function toConversation(chain: readonly LoadedResponse[]): Conversation {
  return {
    turns: chain.map(({ input, response }) => ({
      input,
      output: responseState.responseOutputItems(response),
    })),
    status: chain.at(-1)?.response['status'],
  };
}

/** A client that cannot be told what its conversation is may come back for it. */
async function whileDatabaseAnswers<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw isDatabaseAway(error) ? storeUnavailable(error) : error;
  }
}

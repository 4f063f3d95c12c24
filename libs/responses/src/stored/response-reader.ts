import { type JsonObject } from '#canonical';
import { CONFIG, type Config } from '#config';
import { isDatabaseAway } from '#database';
import { type ByteHold } from '#limits';
import { responseState } from '#wire';
import { Inject, Injectable } from '@nestjs/common';
import { conversationTooLarge, storeUnavailable } from '../response-errors.js';
import { OtherSpools } from './other-spools.js';
import { ResponseSpool } from './response-spool.js';
import { type InputMeasure, StoredItemRepository } from './stored-items.repository.js';
import { type StoredResponse } from './stored-response.js';
import { type StoredResponseHead, StoredResponseRepository } from './stored-response.repository.js';

/** Earlier turns of a longer conversation are omitted. */
const MAX_CHAIN = 500;
/** The data is in memory twice: as read, and as converted. */
const COPIES = 2;
/** The size limit of a stored conversation, in maximum request sizes. It includes data that is not sent again. */
const MAX_REQUESTS = 2;

/** A stored conversation, oldest turn first. */
export interface Conversation {
  turns: responseState.StoredTurn[];
  /** The status of its last response. */
  status: unknown;
}

type LoadedResponse = Pick<StoredResponse, 'input' | 'response'>;
/** One response of a conversation. A response from disk already has its content. */
type ChainLink = StoredResponseHead | StoredResponse;

/**
 * Reads stored responses. Sizes are read first and reserved in the memory budget; then the contents are read and parsed
 * in slices. Responses that are not in the database yet are read from disk.
 */
@Injectable()
export class ResponseReader {
  private readonly maxBytes: number;

  constructor(
    @Inject(CONFIG) { http }: Config,
    private readonly spool: ResponseSpool,
    private readonly responses: StoredResponseRepository,
    private readonly items: StoredItemRepository,
    private readonly otherSpools: OtherSpools,
  ) {
    this.maxBytes = MAX_REQUESTS * http.maxJsonBytes;
  }

  /** Finds a response on disk that is not in the database yet. */
  async findSpooled(owner: string, id: string, hold: ByteHold): Promise<StoredResponse | undefined> {
    // Checked before the database, because a file is removed only after its row was written.
    const sizeBytes = await this.spool.findSize(owner, id);
    if (sizeBytes === undefined) return undefined;
    await hold.take(COPIES * sizeBytes);
    return (await this.spool.read(owner, id, hold))?.stored;
  }

  async find(owner: string, id: string, hold: ByteHold): Promise<StoredResponse | undefined> {
    const head = await this.responses.findHead(owner, id);
    return head === undefined ? undefined : this.load(owner, head, hold);
  }

  /** Whether the response exists. Its content is not loaded. */
  async exists(owner: string, id: string): Promise<boolean> {
    if ((await this.spool.findSize(owner, id)) !== undefined) return true;
    return (await this.responses.findHead(owner, id)) !== undefined;
  }

  /** A page of the input of a response. Undefined if there is none. */
  async pageInput(
    owner: string,
    id: string,
    query: responseState.ItemPageQuery,
    hold: ByteHold,
  ): Promise<JsonObject | undefined> {
    const head = await this.responses.findHead(owner, id);
    if (head === undefined) return undefined;
    const input = await this.items.measureInput(owner, id, query.after);
    if (input !== undefined) return this.pageGroups(owner, id, { query, input, hold });
    const stored = await this.load(owner, head, hold);
    return stored && responseState.pageItems(stored.input, query);
  }

  /** The conversation that ends with this response. Undefined if any of its responses is missing. */
  async loadConversation(owner: string, id: string, hold: ByteHold): Promise<Conversation | undefined> {
    return this.withStoreErrors(async () => {
      const links = await this.findLinks(owner, id, hold);
      if (links === undefined) return undefined;
      const heads = links.filter((link) => 'sizeBytes' in link);
      await hold.take(COPIES * addSizes(heads));
      const loaded = new Map<string, LoadedResponse>();
      for (const link of links) if ('response' in link) loaded.set(link.id, link);
      for await (const response of this.responses.load(owner, heads, hold)) loaded.set(response.id, response);
      const chain = links.toReversed().map((link) => loaded.get(link.id));
      return chain.includes(undefined) ? undefined : toConversation(chain as LoadedResponse[]);
    });
  }

  /** The items by id, as far as they exist. An item id contains the id of its response. */
  async findItems(owner: string, ids: readonly string[], hold: ByteHold): Promise<Map<string, JsonObject>> {
    const found = new Map<string, JsonObject>();
    const requestedIds = new Set(ids);
    const add = (item: JsonObject): void => {
      if (typeof item['id'] === 'string' && requestedIds.has(item['id'])) found.set(item['id'], item);
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
    await this.withStoreErrors(async () => {
      const { responses, groups } = await this.items.findReferenced(owner, unread, [...requestedIds]);
      const bytes = addSizes(responses) + addSizes(groups);
      if (bytes > this.maxBytes) throw conversationTooLarge('input', this.maxBytes);
      await hold.take(COPIES * bytes);
      for await (const response of this.responses.load(owner, responses, hold)) addAll(response);
      for await (const { items } of this.items.load(owner, groups)) for (const item of items) add(item);
    });
    return found;
  }

  /** A page of separately stored items. Only the groups that contain them are read. */
  private async pageGroups(
    owner: string,
    id: string,
    { query, input, hold }: { query: responseState.ItemPageQuery; input: InputMeasure; hold: ByteHold },
  ): Promise<JsonObject> {
    const { from, to, hasMore } = findPositions(query, input);
    const groups = await this.items.findAt(owner, id, { from, to });
    await hold.take(COPIES * addSizes(groups));
    const page: JsonObject[] = [];
    for await (const { position, items } of this.items.load(owner, groups)) {
      page.push(...items.slice(Math.max(0, from - position), Math.max(0, to - position)));
    }
    return responseState.encodeItemPage(query.order === 'asc' ? page : page.toReversed(), hasMore);
  }

  /** Newest first. */
  private async findLinks(owner: string, id: string, hold: ByteHold): Promise<ChainLink[] | undefined> {
    const links: ChainLink[] = [];
    let bytes = 0;
    let next: string | undefined = id;
    while (next !== undefined && links.length < MAX_CHAIN) {
      bytes += (await this.spool.findSize(owner, next)) ?? 0;
      this.requireConversation(bytes);
      const spooled = await this.findSpooled(owner, next, hold);
      const found: ChainLink[] = spooled ? [spooled] : await this.findHeads(owner, next, links.length);
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

  /** Reports an unavailable database as an error that clients can retry. */
  private async withStoreErrors<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.otherSpools.noteOutage();
      throw storeUnavailable(error);
    }
  }

  private async load(
    owner: string,
    head: StoredResponseHead,
    hold: ByteHold,
  ): Promise<StoredResponse | undefined> {
    await hold.take(COPIES * head.sizeBytes);
    for await (const loaded of this.responses.load(owner, [head], hold)) {
      return { ...loaded, previousId: head.previousId };
    }
    return undefined;
  }
}

/** The positions of the items of a page, in the order of the input. */
function findPositions(
  { limit, order, after }: responseState.ItemPageQuery,
  input: InputMeasure,
): { from: number; to: number; hasMore: boolean } {
  if (after !== undefined && input.after === undefined) throw responseState.itemNotFound();
  if (order === 'asc') {
    const from = input.after === undefined ? 0 : input.after.first + 1;
    const to = Math.min(from + limit, input.count);
    return { from, to, hasMore: to < input.count };
  }
  const to = input.after?.last ?? input.count;
  const from = Math.max(0, to - limit);
  return { from, to, hasMore: from > 0 };
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

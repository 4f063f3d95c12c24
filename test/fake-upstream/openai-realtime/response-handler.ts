import type { Account } from '../account.js';
import { asFields, type Fields } from '../fields.js';
import { Refused } from '../refused.js';
import { invalid } from '../value-checks.js';
import type { StoredItem } from './item.js';
import type { ItemHost } from './item-handler.js';
import { makeItem } from './make-item.js';
import { modelAnswer } from './model-answer.js';
import { buildPrompt } from './build-prompt.js';
import type { RealtimeConnection } from './realtime-connection.js';
import { buildSettings, type ResponseSettings } from './response-settings.js';
import { ResponseRun, type ResponseHost, type ResponsePlan } from './response-run.js';
import { mediaTokens } from './usage.js';

/** The dialogue as its response handler needs it. */
interface ResponseHandlerHost extends ItemHost, Pick<ResponseHost, 'dialect' | 'conversationId' | 'emit'> {}

/**
 * Starts and stops the responses of one dialogue. One at a time belongs to the conversation; others are out of band.
 */
export class ResponseHandler {
  /** Whether the model has produced audio. */
  hasSpoken = false;
  readonly #running = new Set<ResponseRun>();

  constructor(
    private readonly dialogue: ResponseHandlerHost,
    private readonly connection: RealtimeConnection,
    private readonly account: Account,
  ) {}

  create(options: Fields): void {
    if (this.dialogue.session.type === 'transcription') {
      throw invalid(['type'], "'response.create' is not supported in a transcription session.");
    }
    const settings = buildSettings(this.dialogue.session, options);
    const { id } = this.#active ?? {};
    if (id !== undefined && !settings.isAside) {
      const message = `Conversation already has an active response in progress: ${id}. Wait until the response is finished before creating a new one.`;
      throw new Refused(message, { code: 'conversation_already_has_active_response' });
    }
    this.#start(settings, 'client');
  }

  answerTurn(): void {
    if (!this.#active) this.#start(buildSettings(this.dialogue.session, {}), 'turn');
  }

  cancel(responseId: unknown): void {
    const run = responseId === undefined ? this.#active : this.#find(responseId);
    if (run) return run.cancel('client_cancelled');
    throw new Refused('Cancellation failed: no active response found', {
      code: 'response_cancel_not_active',
    });
  }

  /** The user speaks while the response is sent. */
  interrupt(): void {
    this.#active?.cancel('turn_detected');
  }

  abort(): void {
    for (const run of this.#running) run.abort();
  }

  get #active(): ResponseRun | undefined {
    return [...this.#running].find(({ isAside }) => !isAside);
  }

  #find(responseId: unknown): ResponseRun | undefined {
    return [...this.#running].find(({ id }) => id === responseId);
  }

  #start(settings: ResponseSettings, trigger: ResponsePlan['trigger']): void {
    const run = new ResponseRun(this.#plan(settings, trigger), this.#host());
    this.hasSpoken ||= settings.output_modalities.includes('audio');
    this.#running.add(run);
    this.connection.responses.push(run);
    void run.run();
  }

  #plan(settings: ResponseSettings, trigger: ResponsePlan['trigger']): ResponsePlan {
    const entries =
      settings.input?.map((item) => this.#getEntry(asFields(item))) ?? this.dialogue.conversation.entries;
    const prompt = buildPrompt(entries, settings);
    const direction = this.account.realtime.takeResponseDirection(prompt.lastUserText);
    const answer = modelAnswer(prompt, settings, this.account.scenario);
    const { input, cached } = answer.usage;
    return {
      trigger,
      settings,
      direction,
      answer: direction.text === undefined ? answer : { ...answer, text: direction.text, toolCalls: [] },
      inputTokens: { text: input, cached, ...mediaTokens(entries) },
    };
  }

  #getEntry(item: Fields): StoredItem {
    if (item.type !== 'item_reference') return makeItem(item, this.dialogue.session.audio.input.format);
    const entry = this.dialogue.conversation.find(item.id);
    if (entry) return entry;
    throw invalid(['response', 'input'], `the item with id '${String(item.id)}' does not exist.`);
  }

  #host(): ResponseHost {
    const { dialogue, connection } = this;
    return {
      dialect: dialogue.dialect,
      conversation: dialogue.conversation,
      conversationId: dialogue.conversationId,
      emit: (event) => dialogue.emit(event),
      cut: () => connection.cut(),
      close: (code, reason) => connection.close(code, reason),
      onOver: (run) => this.#running.delete(run),
    };
  }
}

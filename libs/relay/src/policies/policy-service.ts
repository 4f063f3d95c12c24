import { type Token } from '#access';
import { type AdmittedCall } from '#admission';
import { type CancelSignal, type Form, GatewayError, type JsonObject } from '#canonical';
import { type Logger } from '#telemetry';
import { type ViewedFormat } from '#wire';
import { type RelayRecord } from '../relay-record.js';
import { type Verdict } from './moderation.js';
import { type AppliedPolicies, type Policies } from './policies.js';

export interface PolicyCall {
  token: Token;
  /** Of the request whose content is judged. */
  admitted: AdmittedCall;
  requestId: string;
  sessionId?: string | undefined;
  record: RelayRecord;
  signal: CancelSignal;
  /** Whether a client wants to learn of what was changed instead of an answer. */
  isStrict: boolean;
}

export interface KeptToPolicies<Body> {
  /** The very same one where nothing had to be changed. */
  body: Body;
  /** Parameters that were changed. */
  warnings: readonly string[];
}

/** Asks a moderation model. */
export type AskModerator = (model: string, texts: string[], call: PolicyCall) => Promise<readonly Verdict[]>;

/** Holds requests to the policies of this gateway, whatever their format. */
export class PolicyService {
  private moderate: AskModerator = () => Promise.reject(new Error('there is nobody to ask'));

  constructor(
    /** Those that count now: asked for with every request. */
    private readonly policies: () => Policies,
    private readonly logger: Logger,
  ) {}

  /** Moderation models are asked by whoever relays requests, which are held to policies themselves. */
  moderateWith(moderate: AskModerator): void {
    this.moderate = moderate;
  }

  /** Then everything may go on as it is. */
  get isEmpty(): boolean {
    return this.policies().isEmpty;
  }

  /** The most that an answer may hold, for what is said before anything is asked. */
  get maxOutputTokens(): number | undefined {
    return this.policies().maxOutputTokens;
  }

  /** The body as it may go on. Throws where it may not. */
  async keep<Body extends Buffer | Form>(
    format: ViewedFormat,
    body: Body,
    call: PolicyCall,
  ): Promise<KeptToPolicies<Body>> {
    const policies = this.policies();
    if (policies.isEmpty) return { body, warnings: [] };
    const applied = policies.apply(format, body) as AppliedPolicies<Body>;
    return this.judged(policies, format, applied, call);
  }

  /** The same for what is no bytes any more. */
  async keepContent<Body extends JsonObject | Form>(
    format: ViewedFormat,
    body: Body,
    call: PolicyCall,
  ): Promise<KeptToPolicies<Body>> {
    const policies = this.policies();
    if (policies.isEmpty) return { body, warnings: [] };
    return this.judged(policies, format, policies.applyTo(format, body), call);
  }

  /** For what asks for no answer: only its texts matter. */
  redact(format: ViewedFormat, body: Buffer): Buffer {
    return this.policies().redact(format, body);
  }

  /** One text, for what is kept of a request and its answer. */
  redactText(text: string): string {
    return this.policies().redactText(text);
  }

  /** Whether nothing may leave that a moderator has not seen. */
  get blocks(): boolean {
    return this.policies().blocks;
  }

  /** Throws for what can be known without asking anybody. */
  check(format: ViewedFormat, body: Buffer, { isStrict }: Pick<PolicyCall, 'isStrict'>): void {
    const policies = this.policies();
    if (!policies.isEmpty) refuseIfStrict(policies.apply(format, body), isStrict);
  }

  /** By the same policies that were applied, even where there are others by now. */
  private async judged<Body>(
    policies: Policies,
    format: ViewedFormat,
    applied: AppliedPolicies<Body>,
    call: PolicyCall,
  ): Promise<KeptToPolicies<Body>> {
    refuseIfStrict(applied, call.isStrict);
    const { flagged, failure } = await policies.judge(format, applied.textsToModerate, (model, texts) =>
      this.moderate(model, texts, call),
    );
    if (failure !== undefined) {
      this.logger.warn({ err: failure, requestId: call.requestId }, 'a request went on without moderation');
    }
    if (flagged.length > 0) call.record.flagged = flagged;
    return { body: applied.body, warnings: applied.warnings.map(({ param }) => param) };
  }
}

function refuseIfStrict(
  { warnings: [first] }: Pick<AppliedPolicies<unknown>, 'warnings'>,
  isStrict: boolean,
): void {
  if (first === undefined || !isStrict) return;
  throw new GatewayError('invalid-value', `"${first.param}" is too much: ${first.reason}.`, {
    param: first.param,
  });
}

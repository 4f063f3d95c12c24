import { type AdmittedCall, type CallRecord } from '#admission';
import { type CancelSignal, type Form, GatewayError, type JsonObject } from '#canonical';
import { type Logger } from '#telemetry';
import { type ViewedFormat } from '#wire';
import { type Verdict } from './moderation.js';
import { type AppliedPolicies, type Policies } from './policies.js';

export interface PolicyCall {
  /** Of the moderated request. */
  admitted: AdmittedCall;
  /**
   * Admits a moderation of about this number of tokens as a separate call, if the content belongs to no admitted request. Throws
   * the refusal.
   */
  admitModeration?: (tokens: number) => Promise<AdmittedCall>;
  requestId: string;
  sessionId?: string | undefined;
  record: CallRecord;
  signal: CancelSignal;
  /** Whether to throw instead of changing the request. */
  isStrict: boolean;
}

export interface PolicyOutcome<Body> {
  /** The same object if nothing was changed. */
  body: Body;
  /** Names of the changed parameters. */
  warnings: readonly string[];
}

/** Calls a moderation model. */
export type ModerateByModel = (
  model: string,
  texts: string[],
  call: PolicyCall,
) => Promise<readonly Verdict[]>;

/** Applies the policies of this gateway to requests of all formats. */
export class PolicyService {
  private moderate: ModerateByModel = () => Promise.reject(new Error('no moderation model is set up'));

  constructor(
    /** Called for each request, because the settings may change. */
    private readonly policies: () => Policies,
    private readonly logger: Logger,
  ) {}

  /** Sets how moderation models are called. The relay does that, and itself depends on this service. */
  setModerator(moderate: ModerateByModel): void {
    this.moderate = moderate;
  }

  /** Whether no policy is set. */
  get isEmpty(): boolean {
    return this.policies().isEmpty;
  }

  /** The limit on output tokens, for surfaces that announce it before a request. */
  get maxOutputTokens(): number | undefined {
    return this.policies().maxOutputTokens;
  }

  /** Applies the policies to a body. Throws if it is rejected. */
  async apply<Body extends Buffer | Form>(
    format: ViewedFormat,
    body: Body,
    call: PolicyCall,
  ): Promise<PolicyOutcome<Body>> {
    const policies = this.policies();
    if (policies.isEmpty) return { body, warnings: [] };
    const applied = policies.apply(format, body) as AppliedPolicies<Body>;
    return this.moderateApplied(policies, format, applied, call);
  }

  /** The same for a parsed body. */
  async applyToContent<Body extends JsonObject | Form>(
    format: ViewedFormat,
    body: Body,
    call: PolicyCall,
  ): Promise<PolicyOutcome<Body>> {
    const policies = this.policies();
    if (policies.isEmpty) return { body, warnings: [] };
    return this.moderateApplied(policies, format, policies.applyToContent(format, body), call);
  }

  /** Redacts the texts of a body, for requests that generate nothing. */
  redact(format: ViewedFormat, body: Buffer): Buffer {
    return this.policies().redact(format, body);
  }

  /** Redacts one text, for recorded requests and responses. */
  redactText(text: string): string {
    return this.policies().redactText(text);
  }

  /** Whether no request may be sent without moderation. */
  get blocksFlagged(): boolean {
    return this.policies().blocksFlagged;
  }

  /** Throws what `apply` would throw, without calling a moderation model. */
  check(format: ViewedFormat, body: Buffer, { isStrict }: Pick<PolicyCall, 'isStrict'>): void {
    const policies = this.policies();
    if (!policies.isEmpty) refuseIfStrict(policies.apply(format, body), isStrict);
  }

  /** Uses the policies that were applied, even if the settings have changed since. */
  private async moderateApplied<Body>(
    policies: Policies,
    format: ViewedFormat,
    applied: AppliedPolicies<Body>,
    call: PolicyCall,
  ): Promise<PolicyOutcome<Body>> {
    refuseIfStrict(applied, call.isStrict);
    const { flagged, failure } = await policies.moderate(format, applied.textsToModerate, (model, texts) =>
      this.moderate(model, texts, call),
    );
    if (failure !== undefined) {
      this.logger.warn(
        { err: failure, requestId: call.requestId },
        'moderation failed, the request was sent without it',
      );
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
  throw new GatewayError('invalid-value', `"${first.param}" is too large: ${first.reason}.`, {
    param: first.param,
  });
}

import { type Form, type JsonObject } from '#canonical';
import { EditableJson, REQUEST_VIEWS, type RequestBody, type RequestView, type ViewedFormat } from '#wire';
import { type PolicyWarning, capOutput, checkCaps } from './caps.js';
import { type ModerationResult, type Moderate, moderateTexts, pickTextsToModerate } from './moderation.js';
import { type PolicySettings } from './policy-settings.js';
import { type RedactedKind, type RedactionCounts, redactText } from './redaction/redact-text.js';

interface PolicyResult {
  warnings: PolicyWarning[];
  redactions: RedactionCounts;
  /** The texts to moderate before the request is sent. Empty without moderation. */
  textsToModerate: string[];
}

/** A request after the policies were applied. */
export interface AppliedPolicies<Body> extends PolicyResult {
  /** The same object if nothing was changed. */
  body: Body;
}

/** The policies for requests, which are the same for all formats. */
export class Policies {
  /** Whether no policy is set. */
  readonly isEmpty: boolean;

  constructor(private readonly settings: PolicySettings = {}) {
    this.isEmpty = Object.values(settings).every((setting) => setting === undefined);
  }

  get maxOutputTokens(): number | undefined {
    return this.settings.maxOutputTokens;
  }

  /** Applies the policies to a body or a form. Throws a GatewayError that names the parameter. */
  apply(format: ViewedFormat, body: Buffer | Form): AppliedPolicies<Buffer | Form> {
    if (!Buffer.isBuffer(body)) return this.applyToContent(format, body);
    const document = EditableJson.read(body);
    const applied = this.applyToContent(format, document.json);
    const isSame = applied.body === document.json;
    return { ...applied, body: isSame ? body : document.withChanges(applied.body) };
  }

  /** The same for a parsed body. */
  applyToContent<Body extends RequestBody>(format: ViewedFormat, body: Body): AppliedPolicies<Body> {
    const view: RequestView = REQUEST_VIEWS[format];
    const { maxOutputTokens, redact = [], moderation } = this.settings;
    checkCaps(view, body, this.settings);
    const { body: capped, warnings } = capOutput(view, body, maxOutputTokens);
    const { body: redacted, redactions } = redactBody(view, capped, redact);
    const isJudged = moderation !== undefined && format !== 'openai-moderations';
    const textsToModerate = isJudged ? pickTextsToModerate(view, redacted) : [];
    return { body: redacted as Body, warnings, redactions, textsToModerate };
  }

  /** Whether flagged requests are blocked, so that no request may be sent without moderation. */
  get blocksFlagged(): boolean {
    return this.settings.moderation?.action === 'block';
  }

  /** Redacts the texts of a body. Returns the same buffer if nothing was found. */
  redact(format: ViewedFormat, body: Buffer): Buffer {
    const { redact = [] } = this.settings;
    if (redact.length === 0) return body;
    const document = EditableJson.read(body);
    const { body: redacted } = redactBody(REQUEST_VIEWS[format], document.json, redact);
    return redacted === document.json ? body : document.withChanges(redacted as JsonObject);
  }

  /** Redacts a text. Returns the same string if nothing was found. */
  redactText(text: string): string {
    const { redact = [] } = this.settings;
    return redact.length === 0 ? text : redactText(text, redact).text;
  }

  /** Moderates the texts that `apply` returned. Throws a GatewayError if they are blocked. */
  async moderate(format: ViewedFormat, texts: string[], moderate: Moderate): Promise<ModerationResult> {
    const { moderation } = this.settings;
    return moderation === undefined
      ? { flagged: [] }
      : moderateTexts(REQUEST_VIEWS[format], moderation, { texts, moderate });
  }
}

/** Redacts the texts of a request and counts the matches. Returns the same body if there were none. */
function redactBody(
  view: RequestView,
  body: RequestBody,
  kinds: readonly RedactedKind[],
): { body: RequestBody; redactions: RedactionCounts } {
  const redactions: RedactionCounts = {};
  if (kinds.length === 0) return { body, redactions };
  const redacted = view.mapTexts(body, (text) => {
    const { text: rest, found } = redactText(text, kinds);
    for (const kind of kinds) {
      const count = found[kind] ?? 0;
      if (count > 0) redactions[kind] = (redactions[kind] ?? 0) + count;
    }
    return rest;
  });
  return { body: redacted, redactions };
}

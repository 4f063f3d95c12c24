import { type Form, type JsonObject } from '#canonical';
import { EditableJson, REQUEST_VIEWS, type RequestBody, type RequestView, type ViewedFormat } from '#wire';
import { type PolicyWarning, capOutput, checkCaps } from './caps.js';
import { type Judgement, type Moderate, judge, pickTextsToModerate } from './moderation.js';
import { type PolicySettings } from './policy-settings.js';
import { type RedactedKind, type RedactionCounts, redactText } from './redaction/redact-text.js';

interface Kept {
  warnings: PolicyWarning[];
  redactions: RedactionCounts;
  /** What a moderation model is to judge before the request goes on; nothing where none is set. */
  textsToModerate: string[];
}

/** A request that keeps to the policies. */
export interface AppliedPolicies<Body> extends Kept {
  /** The very same one where nothing had to be changed. */
  body: Body;
}

/** What every request has to keep to, in every format alike. */
export class Policies {
  /** Then there is nothing to do, and nothing should be done. */
  readonly isEmpty: boolean;

  constructor(private readonly settings: PolicySettings = {}) {
    this.isEmpty = Object.values(settings).every((setting) => setting === undefined);
  }

  get maxOutputTokens(): number | undefined {
    return this.settings.maxOutputTokens;
  }

  /** The bytes or the form that came in. Throws a GatewayError that names the parameter. */
  apply(format: ViewedFormat, body: Buffer | Form): AppliedPolicies<Buffer | Form> {
    if (!Buffer.isBuffer(body)) return this.applyTo(format, body);
    const document = EditableJson.read(body);
    const applied = this.applyTo(format, document.json);
    const isSame = applied.body === document.json;
    return { ...applied, body: isSame ? body : document.withChanges(applied.body) };
  }

  /** The same for a document that is no bytes any more. A form stays a form. */
  applyTo<Body extends RequestBody>(format: ViewedFormat, body: Body): AppliedPolicies<Body> {
    const view: RequestView = REQUEST_VIEWS[format];
    const { maxOutputTokens, redact = [], moderation } = this.settings;
    checkCaps(view, body, this.settings);
    const { body: capped, warnings } = capOutput(view, body, maxOutputTokens);
    const { body: redacted, redactions } = redactBody(view, capped, redact);
    const isJudged = moderation !== undefined && format !== 'openai-moderations';
    const textsToModerate = isJudged ? pickTextsToModerate(view, redacted) : [];
    return { body: redacted as Body, warnings, redactions, textsToModerate };
  }

  /** Whether a request may only go on when it has been judged. */
  get blocks(): boolean {
    return this.settings.moderation?.action === 'block';
  }

  /** The bytes in whose texts nothing is left that is to be redacted; the very same ones where there was nothing. */
  redact(format: ViewedFormat, body: Buffer): Buffer {
    const { redact = [] } = this.settings;
    if (redact.length === 0) return body;
    const document = EditableJson.read(body);
    const { body: redacted } = redactBody(REQUEST_VIEWS[format], document.json, redact);
    return redacted === document.json ? body : document.withChanges(redacted as JsonObject);
  }

  /** The text in which nothing is left that is to be redacted; the very same where there was nothing. */
  redactText(text: string): string {
    const { redact = [] } = this.settings;
    return redact.length === 0 ? text : redactText(text, redact).text;
  }

  /** Has the texts judged that `apply` has named. Throws a GatewayError where they are to be blocked. */
  async judge(format: ViewedFormat, texts: string[], moderate: Moderate): Promise<Judgement> {
    const { moderation } = this.settings;
    return moderation === undefined
      ? { flagged: [] }
      : judge(REQUEST_VIEWS[format], moderation, { texts, moderate });
  }
}

/** A request in whose texts nothing of these kinds is left, and how much there was; the same one where there was nothing. */
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

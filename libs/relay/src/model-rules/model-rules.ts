import { type Channel, type Choice, type Target } from '#catalog';
import { ModelCatalogue, applyOwnFacts } from '#models';
import { type ModelRule, type UpstreamFormatId } from '#wire';
import { Injectable } from '@nestjs/common';
import { toModelRule } from './to-model-rule.js';

/** Of one channel. Names of models may be made up by clients. */
const MAX_RULES = 1_000;

/** A model of a channel, and what clients call it where one does. */
type RuledTarget = Pick<Target, 'channel' | 'upstreamModel'> & Partial<Pick<Choice, 'model'>>;

/** What the models of channels take of a request, by the catalogue. Passthrough asks for it where it repairs alone. */
@Injectable()
export class ModelRules {
  private byChannel = new WeakMap<Channel, Map<string, ModelRule | undefined>>();
  private revision = -1;

  constructor(private readonly catalogue: ModelCatalogue) {}

  /** Undefined for a model of which nothing is known. */
  find({ channel, upstreamModel, model }: RuledTarget, format: UpstreamFormatId): ModelRule | undefined {
    if (this.revision !== this.catalogue.revision) {
      this.byChannel = new WeakMap();
      this.revision = this.catalogue.revision;
    }
    let rules = this.byChannel.get(channel);
    if (rules === undefined) this.byChannel.set(channel, (rules = new Map()));
    const key = `${format} ${upstreamModel}\n${model}`;
    const known = rules.get(key);
    if (known !== undefined || rules.has(key)) return known;
    const provider = this.findProvider(channel);
    const rule = this.findRule(provider, { upstreamModel, model }, format);
    if (rules.size >= MAX_RULES) rules.clear();
    rules.set(key, rule);
    return rule;
  }

  /** Of a model that a provider, or anybody, has by this name. */
  findNamed(provider: string, model: string, format: UpstreamFormatId): ModelRule | undefined {
    return this.findRule(provider, { upstreamModel: model, model }, format);
  }

  /** What the configuration says of a model holds in every format. */
  private findRule(
    provider: string,
    { upstreamModel, model = '' }: Pick<RuledTarget, 'model' | 'upstreamModel'>,
    format: UpstreamFormatId,
  ): ModelRule | undefined {
    const own = this.catalogue.getOwn(model);
    const facts = this.catalogue.findRules(provider, own?.knownAs ?? upstreamModel);
    if (own === undefined) return facts && toModelRule(facts, format);
    const known = facts?.formats.includes(format) === true ? facts : { limits: facts?.limits };
    return toModelRule({ ...applyOwnFacts(known, own), formats: [format] }, format);
  }

  /** An address tells more than what is spoken there. */
  private findProvider({ provider, baseUrl }: Channel): string {
    return (baseUrl === undefined ? undefined : this.catalogue.findHost(baseUrl)) ?? provider;
  }
}

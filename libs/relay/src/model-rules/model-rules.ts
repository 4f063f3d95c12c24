import { type Channel, type Target } from '#catalog';
import { ModelCatalogue } from '#models';
import { type ModelRule, type WireFormatId } from '#wire';
import { Injectable } from '@nestjs/common';
import { toModelRule } from './to-model-rule.js';

/** Of one channel. Names of models may be made up by clients. */
const MAX_RULES = 1_000;

/** What the models of channels take of a request, by the catalogue. Passthrough asks for it where it repairs alone. */
@Injectable()
export class ModelRules {
  private byChannel = new WeakMap<Channel, Map<string, ModelRule | undefined>>();
  private revision = -1;

  constructor(private readonly catalogue: ModelCatalogue) {}

  /** Undefined for a model of which nothing is known. */
  find({ channel, upstreamModel }: Pick<Target, 'channel' | 'upstreamModel'>, format: WireFormatId) {
    if (this.revision !== this.catalogue.revision) {
      this.byChannel = new WeakMap();
      this.revision = this.catalogue.revision;
    }
    let rules = this.byChannel.get(channel);
    if (rules === undefined) this.byChannel.set(channel, (rules = new Map()));
    const key = `${format} ${upstreamModel}`;
    const known = rules.get(key);
    if (known !== undefined || rules.has(key)) return known;
    const provider = this.findProvider(channel);
    const rule = this.findNamed(provider, upstreamModel, format);
    if (rules.size >= MAX_RULES) rules.clear();
    rules.set(key, rule);
    return rule;
  }

  /** Of a model that a provider, or anybody, has by this name. */
  findNamed(provider: string, model: string, format: WireFormatId): ModelRule | undefined {
    const facts = this.catalogue.findRules(provider, model);
    return facts && toModelRule(facts, format);
  }

  /** An address tells more than what is spoken there. */
  private findProvider({ provider, baseUrl }: Channel): string {
    return (baseUrl === undefined ? undefined : this.catalogue.findHost(baseUrl)) ?? provider;
  }
}

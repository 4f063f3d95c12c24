import { CONFIG, type Config } from '#config';
import { Inject, Injectable } from '@nestjs/common';
import { resolveSettings, toValues } from './resolve-settings.js';
import { SettingRepository } from './setting.repository.js';
import { type SettingValues } from './setting-values.js';

/** The current settings, in memory. */
@Injectable()
export class LiveSettings {
  private readonly file: Config['file'];
  private values: SettingValues;
  /** Loads run one after the other: otherwise an older one that ends later would restore outdated values. */
  private lastLoad: Promise<void> = Promise.resolve();

  constructor(
    @Inject(SettingRepository) private readonly repository: Pick<SettingRepository, 'findAll'>,
    @Inject(CONFIG) { file }: Pick<Config, 'file'>,
  ) {
    this.file = file;
    this.values = toValues(resolveSettings(file, []));
  }

  /** The same object until a reload. */
  get current(): SettingValues {
    return this.values;
  }

  /** A getter for a value that is computed from the settings, and computed again only after a reload. */
  derive<Derived>(compute: (values: SettingValues) => Derived): () => Derived {
    let from = this.values;
    let derived = compute(from);
    return () => {
      if (this.values === from) return derived;
      from = this.values;
      derived = compute(from);
      return derived;
    };
  }

  reload(): Promise<void> {
    const load = this.lastLoad.then(() => this.load());
    this.lastLoad = load.catch(() => undefined);
    return load;
  }

  private async load(): Promise<void> {
    this.values = toValues(resolveSettings(this.file, await this.repository.findAll()));
  }
}

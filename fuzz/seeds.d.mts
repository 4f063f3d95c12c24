export interface Seed {
  name: string;
  method: string;
  path: string;
}

export declare function makeSeeds(link: string): readonly Seed[];

import { type RuleGroup } from '../category.js';

/** Groups have one word ("Muslims") or two ("gay people"); each rule applies to both. */
function forGroups(rules: RuleGroup['rules']): RuleGroup['rules'] {
  return rules.flatMap(([points, pattern]) => [
    [points, pattern.replace('{group}', '<groups>')] as const,
    [points, pattern.replace('{group}', '<described> <folk>')] as const,
  ]);
}

const contempt: RuleGroup = {
  raises: ['hate'],
  rules: forGroups([
    [6, '{group} <are> .. <degrading>'],
    [6, '{group} ... <are> .. too stupid|dumb|weak|lazy'],
    [5.5, '<degrading> .. {group}'],
    [6, 'hate|despise|loathe|detest .. {group}'],
    [6, 'can not stand .. {group}'],
    [5.5, '{group} ... not .. belong|allowed|vote|exist|trusted|deserve|welcome|equal|human'],
    [5.5, '{group} ... deserve no|nothing'],
    [
      5.5,
      '{group} ... should|must|need .. thrown|deported|locked|banned|cured|removed|expelled|segregated|sterilised|leave',
    ],
    [5.5, 'deport|ban|expel|remove|throw ... {group}'],
    [5.5, 'no {group} and|or|allowed|here|wanted'],
    [5.5, '{group} .. control|controls|run|own .. bank|banks|media|world|government|money'],
    [5, '{group} ... blame|fault'],
    [5.5, '{group} ... stay|belong|back .. kitchen|home|camps|ghetto'],
    [5, 'keep .. {group} .. out|away'],
    [5.5, 'never .. hire|trust|marry|employ .. {group}'],
    [5.5, '{group} .. ruining|destroying|polluting|invading|infesting|replacing|ruin|destroy'],
    [5.5, '{group} ... less intelligent|human|worthy|civilised|capable'],
    [5, 'only good .. {group}'],
    [3, 'every last .. {group}'],
    [5, '{group} ... every last one'],
    [5, '{group} ... have|has no brains|brain|soul|honour|honor|culture|morals'],
    [5.5, 'too many .. {group}'],
    [5.5, 'send|ship .. {group} .. home|back|away'],
    [5.5, '{group} ... send|ship them .. home|back'],
    [5.5, '{group} .. only .. care|think|want .. money|themselves|benefits'],
    [5, '{group} ... they all .. steal|lie|cheat|stink|smell'],
    [5.5, '{group} .. cheat|stink|smell|lie|steal'],
    [5, 'never .. let .. {group}'],
    [5, '{group} <are> ... waste of'],
    [4, '{group} .. not .. our .. country|land|city|cities|schools'],
  ]),
};

const supremacy: RuleGroup = {
  raises: ['hate'],
  rules: [
    [6, 'go back .. your .. country|home|continent'],
    [5, 'back to where .. you .. came|belong'],
    [4, 'your kind'],
    [
      5.5,
      'people|those|everyone from .. africa|asia|mexico|china|india ... no|not|never brains|brain|civilised|clean|work|trusted',
    ],
    [6, 'race .. superior|inferior|pure|master'],
    [6, 'superior|master|inferior|aryan race'],
    [4, 'keep .. pure|white'],
    [4, '<me> .. our|pure blood|race'],
    [4, 'ruining|polluting|poisoning .. our .. blood|race'],
  ],
};

const calls: RuleGroup = {
  raises: ['hate/threatening', 'violence'],
  rules: [
    ...forGroups([
      [
        6,
        '{group} ... should|must|deserve|deserves|ought|needs|will ... <lethal>|beaten|burned|whipped|die|raped|attacked',
      ],
      [6, '<attack> .. {group}'],
      [5.5, '<me> ... <will> ... <attack> ... {group}'],
      [6, 'let .. go|us ... <attack> ... {group}'],
      [6, 'death to .. {group}'],
      [6, 'wipe|wiping|wiped .. out ... {group}'],
      [6, 'get|getting rid of .. {group}'],
      [5.5, '{group} ... rid of'],
      [6, 'bullet|bullets|rope for ... {group}'],
      [6, 'round up .. {group}'],
      [5.5, '{group} .. in .. camps|ovens|chambers'],
    ]),
    [6, 'burn|bomb|attack .. mosque|mosques|synagogue|synagogues|church|churches|temple|temples'],
  ],
};

export const hateRules: readonly RuleGroup[] = [contempt, supremacy, calls];

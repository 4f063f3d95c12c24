import { type RuleGroup } from '../category.js';

const deeds: RuleGroup = {
  raises: ['violence'],
  rules: [
    [3, '<cruelty>'],
    [4.5, 'he|she|they|mob|gang|soldiers|men|terrorists|rebels ... <cruelty> ... <someone>'],
    [2, '<cruelty> .. <someone>'],
    [4, 'he|she|they|mob|gang ... <lethal>|beat|kicked|hit ... until|death|dead|unconscious'],
    [5, 'hit|beat|kicked|kick|stabbed|stoned|tortured ... to death|unconscious'],
    [2, 'left .. for dead'],
    [3, 'watch|watched|watching .. <someone> .. die|suffer|bleed'],
    [4, 'watch|watching ... all .. die'],
    [3, 'die .. in|with pain|agony'],
    [5.5, 'love|enjoy|like .. watching ... <lethal>|beaten|die|tortured|suffer'],
    [5.5, 'enjoy|love|like .. torturing|killing|beating|hurting|stabbing|shooting'],
    [5, 'feel|feels like .. <lethal>|beating|hurting .. <someone>'],
    [3, 'with .. axe|knife|machete|hammer'],
    [2, 'again and again'],
    [5, 'opened|open fire on|at .. <someone>|crowd'],
    [5, '<someone>|villagers|crowd ... and opened fire'],
    [5, 'he|she|they hit|beat|struck|kicked|smashed .. him|her|them .. head|face|bottle|with|stomach'],
    [2, 'kept|keeps hitting|kicking|beating|stabbing|shooting'],
    [5.5, 'watch .. town|city|world|house|school .. burn'],
    [3, 'buried .. in .. woods|garden|forest|basement'],
  ],
};

const calls: RuleGroup = {
  raises: ['violence'],
  rules: [
    [5.5, 'somebody|someone|we|they|you .. ought|should|must ... <attack> .. <someone>|whole|all'],
    [5.5, '<attack> .. politicians|ministers|police|president|government|judges'],
    [5.5, 'violence is .. answer|only|solution|way'],
    [5, 'praise|celebrate|honour|honor .. heroes|those|who ... <lethal>'],
    [5.5, '<me> ... <will> ... bomb|shoot|attack|burn .. city|up|school|mall|village|office|station|place'],
    [6, 'shoot|shooting up .. school|mall|church|office|place|club|cinema'],
    [4, 'until .. nobody|none|noone .. left|alive'],
    [4, 'war .. where|in ... die|killed ... good|great'],
    [4, 'millions|thousands|everybody|everyone .. die|dead .. good|deserve|would'],
    [5, '<me> .. <will> .. <lethal> .. everyone|everybody|all|<someone>'],
  ],
};

const graphic: RuleGroup = {
  raises: ['violence/graphic'],
  rules: [
    [5, '<gore>'],
    [
      4,
      'blood|brain|brains|flesh|guts .. everywhere|spurting|splattered|spattered|dripping|gushing|wall|walls|floor',
    ],
    [4, 'pool|pools of blood'],
    [5, 'tore|torn|ripped|ripping|blew|hacked .. off|open|apart .. <bodily>|arms|arm|hand|him|her|man'],
    [4.5, 'tore|torn|ripped|ripping|hacked ... off|open|apart'],
    [5, 'cut|cutting|chopped|sawed .. off .. fingers|finger|head|hand|hands|ear|ears|arm|legs|toes'],
    [5, 'skull|head|bones .. crushed|smashed|split|exploded|shattered'],
    [3, 'see .. bone|bones'],
    [4.5, 'corpses|corpse|bodies .. hung|rotting|piled|mangled|burnt'],
    [2, 'screamed|screaming|screams'],
    [5, 'body parts .. <are>|on|over|everywhere|lay|in'],
    [3, 'his|her|their .. guts'],
    [5, 'mutilated|mangled|severed body|bodies|corpse|corpses|head|limbs|hand|arm'],
    [3, 'flesh ... over|tracks|road|teeth'],
  ],
};

export const violenceRules: readonly RuleGroup[] = [deeds, calls, graphic];

import { type RuleGroup } from '../category.js';

const insults: RuleGroup = {
  raises: ['harassment'],
  rules: [
    [3.5, '<insult>'],
    [4, '<you> ... <insult>'],
    [4, '<insult> ... <you>'],
    [4, 'he|she|they|that|this .. <insult>'],
    [5.5, '<you> are .. <slight>'],
    [5, '<you> <contempt>|little|piece|absolute|complete .. <slight>'],
    [5.5, '<you> are .. <contempt>'],
    [4, '<you> ... <slight>'],
    [3, '<slight> .. <you>'],
    [4, '<contempt> <slight>|<insult>'],
    [3, '<contempt> .. piece of'],
    [4, 'piece of trash|filth|garbage|crap|dirt'],
    [4.5, 'he|she is .. <contempt> <slight>'],
    [3, 'what a .. <slight>'],
    [3, 'this|that|such .. <slight>|clown'],
    [3, 'too stupid|dumb to'],
    [4, 'your <are>|face|family|work|mother .. <contempt>|sick|trash|<slight>'],
    [6, '<you> ... waste of oxygen|space|air|skin|life'],
    [4.5, '<you> .. as thick|dumb|stupid|ugly as'],
    [5.5, 'as thick|dumb|stupid|ugly as .. <you>'],
    [4, 'is .. <contempt> <contempt> <slight>'],
    [4, 'make .. her|his|their|your life hell|miserable'],
    [5, '<you> <contempt>|little <contempt>|little <slight>|<insult>'],
    [2, 'shut up'],
    [2, 'get lost'],
    [2, 'fucking|damn|goddamn'],
    [6, 'fuck|screw|damn you'],
    [6, 'fuck off'],
  ],
};

const rejection: RuleGroup = {
  raises: ['harassment'],
  rules: [
    [5.5, 'nobody|everyone|everybody|we .. hates|hate|despises|despise|loathes .. <you>'],
    [5.5, 'nobody|noone .. likes|wants|needs|loves|misses|miss|cares .. <you>'],
    [5, 'nobody would .. notice|miss|care .. <you>'],
    [5, '<me> .. hate|despise|loathe|detest .. you'],
    [4, 'everyone|everybody|people|we .. laugh|laughs|laughing .. at|about .. <you>'],
    [5, '<you> .. ashamed of .. existing|living|yourself'],
    [4, '<me> .. hope .. you .. lose|suffer|fail|rot'],
    [5, 'do .. world|us .. favour|favor'],
    [4, 'spam|flood|bombard .. her|his|their .. page|account|inbox|profile'],
    [4, 'post|leak|share|publish .. your .. private|photos|nudes|address'],
    [5.5, 'you .. never .. born'],
    [5.5, 'parents|mother|father|mum|mom ... regret|regrets|ashamed|hate ... you'],
    [2, 'go back under .. rock|bridge'],
  ],
};

const threats: RuleGroup = {
  raises: ['harassment/threatening', 'violence'],
  rules: [
    [6, '<me> ... <will> ... <lethal>|<hurt> .. you|your'],
    [6, 'you|your .. <me> .. <will> .. <lethal>|<hurt> you|your'],
    [5, '<will> .. <lethal> you'],
    [4, '<lethal>|<hurt> you|your ... <bodily>|family|kids|children|house'],
    [5.5, '<me> ... <will> .. <lethal> .. <someone>|his'],
    [
      5.5,
      '<lethal>|slit|cut|break|smash|crush|rip|tear .. his|her|their|your throat|neck|skull|bones|teeth|face|legs',
    ],
    [5.5, 'bullet .. in|through .. your|his|her'],
    [5.5, 'you .. are dead|finished when|if|once'],
    [5, 'you are dead'],
    [5.5, 'you .. will|going .. die|bleed|suffer|burn'],
    [5.5, 'you .. will not .. survive|live'],
    [5, 'you .. deserve to .. be beaten|shot|hurt|killed|hanged|die|stabbed'],
    [5.5, 'make|makes .. you .. bleed|suffer|scream|pay'],
    [3, 'hunt .. you .. down'],
    [5, 'hope .. someone|somebody|they .. <lethal>|<hurt>|shoots|kills|beats|stabs .. you'],
    [4, 'hope .. you .. die|dead|killed|shot'],
    [5.5, 'watch your back'],
    [5, 'sleep with one eye'],
    [5.5, 'six feet under'],
    [5.5, 'you .. end|leave|wake|land .. in .. <badPlace>'],
    [5.5, '<armed> .. with .. your name'],
    [5.5, 'pay .. with .. your|his|her|their .. life|lives|blood'],
    [5, 'your .. house|office|home|place|door|school .. with .. <armed>'],
    [5, '<me> .. <will> .. love|like .. to .. wring|<lethal>|<hurt> .. your'],
    [4, 'in a ditch|grave|coffin|bodybag'],
    [3, '<me> .. know .. where .. you .. live'],
    [4, 'coming to|for .. your|you'],
    [5, 'burn .. your .. house|home|car|place'],
    [4, 'better run'],
    [4, 'regret .. this|it'],
  ],
};

const veiledThreats: RuleGroup = {
  raises: ['harassment/threatening'],
  rules: [
    [4, 'shame if .. something .. happened|happen|happens'],
    [3, 'know .. where|which|school ... <you> .. kids|children|family|live|sleep|work'],
  ],
};

export const harassmentRules: readonly RuleGroup[] = [insults, rejection, threats, veiledThreats];

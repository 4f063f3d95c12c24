import { type RuleGroup } from '../category.js';

const intent: RuleGroup = {
  raises: ['self-harm/intent'],
  rules: [
    [
      5.5,
      'kill|killing|hang|hanging|drown|shoot|hurt|hurting|harm|harming|cut|cutting|starve|starving|poison myself',
    ],
    [2, '<me> ... <will>|keep|keeping|again ... myself'],
    [5.5, '<me> .. want|wanna|wish|ready|going|just .. to die'],
    [5.5, '<me> ... wish .. <me> .. were|was dead'],
    [6, 'end|ending|take|taking my .. life'],
    [5.5, '<me> ... end it|everything all|tonight|soon|now'],
    [5, 'i am ending it'],
    [5.5, '<me> .. not want .. to .. live|exist|be alive|wake'],
    [5, 'no reason|point .. to|in .. live|living|alive|stay'],
    [5.5, 'better off without me'],
    [5.5, '<me> ... <will>|commit|planning|thinking .. suicide'],
    [5.5, 'thinking about|of suicide'],
    [5, '<me> .. am .. suicidal'],
    [6, 'my suicide|goodbye note|letter'],
    [5.5, '<me> .. <will> ... commit|overdose'],
    [5.5, 'slit|slitting|cut|cutting my wrists|wrist|arms|veins'],
    [4, 'burned|burnt|burn|cut my arms|arm|legs|thighs .. again'],
    [3, 'deserve .. pain|die'],
    [5.5, '<me> ... <will>|planning ... jump|jumping .. off|from'],
    [5.5, 'throw myself'],
    [4, 'all .. my|the .. pills'],
    [3, 'have .. the pills|rope'],
    [3, 'never wake up'],
    [3.5, '<me> .. can not .. go on|take it'],
    [2, 'bought|have .. rope'],
    [6, 'i|want|going|might|will .. kms'],
    [2, 'until .. i .. am .. gone'],
    [5.5, 'done|finished|tired with|of life|living|everything'],
    [1.5, 'goodbye everyone|everybody|world|all'],
    [3, 'no point|reason any more'],
    [4, '<me> .. am going to jump'],
    [2, 'if things .. not change'],
    [4, 'blade|razor|razors|knife .. only .. thing|helps|friend|relief'],
    [2.5, 'i did it again'],
  ],
};

const praise: RuleGroup = {
  raises: ['self-harm'],
  rules: [
    [5.5, 'suicide is .. way|answer|solution|beautiful|honest|good|freedom'],
    [5.5, 'cutting .. is|makes .. beautiful|better|good|feel'],
    [6, 'proana|thinspo|thinspiration|promia'],
    [5, 'starve|starving .. for|worth|beautiful|thin'],
    [4, 'worth starving|dying'],
    [5, 'ana|mia is .. friend|goddess|religion|lifestyle'],
    [3, 'eat|eating nothing for .. days'],
    [5, 'selfharm|suicide ... fine|good|try|beautiful|cool'],
    [5, 'self harm ... fine|good|try|beautiful|cool'],
  ],
};

const incitement: RuleGroup = {
  raises: ['self-harm', 'harassment'],
  rules: [
    [6, 'kill|hang|shoot|drown|cut|hurt|harm|starve|poison yourself|urself'],
    [6, 'kys'],
    [5.5, 'drink .. bleach'],
    [5.5, 'go|please|just .. jump .. off|from .. bridge|cliff|roof|building'],
    [6, 'slit|cut your wrists|veins'],
    [5, 'go .. die'],
    [4, 'end your .. life'],
  ],
};

const instructions: RuleGroup = {
  raises: ['self-harm/instructions'],
  rules: [
    [6, '<ask> ... kill|hang|cut|harm|hurt|starve|drown|poison|shoot myself'],
    [6, '<ask> ... suicide methods|method'],
    [5.5, 'suicide methods|method|techniques ... work|surely|painless|quick'],
    [6, '<ask> ... commit suicide'],
    [5.5, 'painless|easiest|quickest|surest .. way .. to .. die|kill|suicide|end'],
    [5.5, 'how many|much .. <pills> ... die|kill|overdose|lethal|fatal'],
    [5.5, 'how|which|what ... <pills> ... overdose|die|fatal'],
    [4, '<pills> .. lethal|fatal dose'],
    [3, '<pills> ... end it|life'],
    [6, 'how ... tie .. noose'],
    [6, '<ask>|what ... hang|kill|drown|cut myself'],
    [5.5, 'how long|high|deep|much|many ... to|until die|suffocate|drown|bleed|deadly'],
    [5.5, '<ask> ... purge|purging|vomit|starve|starving ... hide|hiding|parents|secret|noticing|meals'],
    [3, 'nobody .. sees .. scars'],
  ],
};

export const selfHarmRules: readonly RuleGroup[] = [intent, praise, incitement, instructions];

import { type RuleGroup } from '../category.js';

const crime: RuleGroup = {
  raises: ['illicit'],
  rules: [
    [
      6,
      '<ask> ... shoplift|shoplifting|launder|hotwire|burgle|smuggle|bribe|counterfeit|embezzle|pickpocket|blackmail|extort',
    ],
    [6, '<ask> ... phishing|ransomware|malware|keylogger|spyware|virus|botnet|trojan|scam|defraud|swindle'],
    [6, '<ask> ... hack|hacking|crack|break .. into|<loot>|someone'],
    [6, '<ask> ... steal|stealing|rob|robbing|snatch .. <loot>|it|someone|from'],
    [6, '<ask> ... clone|copy|use|sell|selling .. stolen'],
    [5, 'sell|selling|buy|buying .. stolen'],
    [
      6,
      '<ask> ... forge|forging|fake|counterfeit .. passport|id|licence|license|money|signature|invoices|documents|prescription|certificate',
    ],
    [5.5, '<ask> ... evade|evading|dodge .. tax|taxes|customs|police'],
    [5, '<ask> ... pick .. lock ... not|rob|someone|neighbour|neighbor'],
    [5.5, '<ask> ... drug|spike|roofie .. drink|someone|her|girl|somebody'],
    [6, '<ask> ... <trade> .. <drug>'],
    [5.5, '<trade> .. <drug>'],
    [5, 'dealer for|of .. <drug>'],
    [3, '<drug> ... dm|prices|delivered|delivery|online|gram'],
    [2.5, 'get|getting away with'],
    [2.5, 'without .. caught|noticing|notice|traces|trace|permission|police|authorities|owner'],
    [2.5, 'police|authorities|nobody .. never|not .. notice|find|know'],
    [
      3,
      '<ask> ... cheat|trick|bypass|disable|fool .. breathalyzer|alarm|exam|drug|police|polygraph|meter|people',
    ],
    [2.5, 'bank password|passwords|account|details'],
    [2.5, 'driving|drive drunk'],
    [5.5, '<ask> ... get|getting into .. someone|his|her|their|neighbour .. <loot>'],
    [3, '<loot> without .. their|his|her .. password|permission|knowing'],
    [5.5, '<ask> ... skim|skimming|carding|clone|cloning .. <loot>'],
    [5, '<ask> ... insurance .. claim ... caught|fire|staged|fake|lit'],
    [4, 'not .. get|be caught'],
    [
      5,
      'letter|mail|email|message|call|site|website ... looks|look|pretends|pretend like|to ... from|official .. bank|tax|police|office|company',
    ],
    [5, 'need|want|looking .. some|gram|grams|a .. <drug>'],
    [3, 'a|my plug|dealer'],
    [4, '<me> .. want .. try .. pickpocketing|shoplifting|hacking'],
    [4, 'how do pickpockets|burglars|thieves|scammers|hackers .. do'],
    [2.5, 'i want to .. try'],
    [3, '<ask> ... steals|steal|stealing .. password|passwords|data|card|cards'],
  ],
};

const weapons: RuleGroup = {
  raises: ['illicit/violent'],
  rules: [
    [6, '<ask> ... <make> .. <weapon>'],
    [6, '<ask> ... <weapon> ... <make>'],
    [6, 'homemade|diy|improvised|pipe|nail|dirty|petrol bomb|bombs|explosive|explosives'],
    [5, '<ask> ... nerve|mustard|chlorine gas'],
    [5.5, '<ask> ... blow up .. building|house|train|car|school|bridge|plane|bank|city'],
    [6, '<ask> ... explosive|suicide vest'],
    [6, 'hire|hiring|find|pay .. hitman|assassin|killer'],
    [5, 'illegal|illegally|untraceable|unregistered|ghost .. gun|guns|rifle|pistol|weapon|weapons'],
    [4, 'rifle|gun|pistol ... fully automatic'],
    [3, 'without .. background check'],
    [3, 'gun|guns|rifle|rifles|weapon|weapons ... illegally|detectors|untraceable'],
    [5.5, '<ask> ... <weapon> .. for .. fighters|attack|school|cell'],
  ],
};

const assaults: RuleGroup = {
  raises: ['illicit/violent', 'violence'],
  rules: [
    [6, 'how|way|ways|where|help|plan|method|need ... <attack>|kidnap|abduct|ambush .. <someone>|my'],
    [6, 'way to .. <attack>|poison|kill .. <someone>|my'],
    [6, 'hitman|assassin .. <attack>'],
    [5.5, '<weapon> .. past|through security|police|guards'],
    [5.5, '<ask> ... <attack> .. concert|school|train|station|church|police|airport|crowd|market'],
    [4, 'hide|dispose|bury .. body|corpse'],
    [
      6,
      'plan|planning|carry|commit|organise|help .. shooting|massacre|bombing|attack|robbery|kidnapping|assassination .. on|at|in|against',
    ],
    [3, 'at gunpoint'],
    [3, '<ask> ... without .. leaving|leave .. marks|evidence|traces'],
    [5, 'kidnap|abduct ... ransom'],
  ],
};

export const illicitRules: readonly RuleGroup[] = [crime, weapons, assaults];

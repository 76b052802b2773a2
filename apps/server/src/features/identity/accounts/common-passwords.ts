import { publishedPasswords } from '@nukkad/demo/logins.ts'

/**
 * The words and names that occur in the most common passwords. People use these words alone, with digits and signs
 * around them, or in leet spelling.
 */
const words = new Set(
  `
  password passwort passw0rd pass passe passcode passphrase motdepasse contrasena senha parola wachtwoord haslo heslo
  admin administrator root toor guest user users login logon signin welcome hello hallo hola bonjour namaste letmein
  letme open opensesame sesame access enter secret secrets private default change changeme changeit temp temporary test
  tester testing testtest demo sample example master mother father brother sister family mummy daddy mommy papa baby
  iloveyou loveyou iloveu lovely love lover loveme lovelove mylove truelove forever always happy smile sunshine sunny
  princess prince queen king angel angels devil heaven jesus christ god godisgood blessed blessing faith grace hope
  church bible allah bismillah ganesh ganesha krishna radhe radha hanuman shiva mahadev durga lakshmi saibaba sairam
  jaishreeram omsairam om omnamahshivaya waheguru india indian bharat hindustan mumbai delhi bangalore bengaluru chennai
  kolkata hyderabad pune kerala punjab gujarat karnataka tamil cricket sachin dhoni virat kohli rohit ipl salman
  shahrukh amitabh priyanka deepika katrina
  dragon monkey tiger lion bear wolf eagle falcon hawk phoenix panther leopard cheetah shadow pepper ginger bailey
  buster charlie max maggie molly rocky lucky bella daisy coco lucy simba tigger garfield snoopy doggy puppy kitty kitten
  cat dog horse fish rabbit bunny chicken turtle dolphin butterfly spider scorpion snake cobra viper mustang
  football soccer baseball basketball hockey tennis golf golfer rugby swimming fishing hunter hunting racing sports
  yankees lakers cowboys steelers eagles packers dolphins raiders broncos patriots arsenal chelsea liverpool manutd
  manchester barcelona realmadrid juventus messi ronaldo ronaldinho beckham neymar zidane maradona jordan kobe lebron
  superman batman spiderman ironman hulk thor avengers starwars skywalker vader yoda matrix neo trinity pokemon pikachu
  naruto goku dragonball sasuke minecraft fortnite roblox pubg freefire counterstrike warcraft starcraft zelda mario
  luigi sonic nintendo playstation xbox gamer gaming game games player winner champion hero legend warrior soldier
  knight samurai ninja pirate wizard magic merlin gandalf frodo hobbit harry potter hogwarts hermione gryffindor
  computer internet google gmail yahoo hotmail facebook instagram twitter youtube whatsapp amazon netflix microsoft
  windows apple iphone android samsung nokia sony dell lenovo linux ubuntu oracle cisco server network system online
  mobile phone telephone email mail website wordpress
  blink metallica nirvana slipknot eminem rihanna shakira beyonce madonna elvis beatles coldplay linkinpark greenday
  music guitar piano drums singer dancer dance disco rock rocknroll rockstar rapper hiphop
  michael jennifer jessica ashley amanda nicole michelle daniel matthew joshua andrew anthony robert william thomas
  david james john joseph george charles richard edward steven kevin brian jason justin brandon ryan eric adam alex
  alexander alexandra benjamin samuel nathan patrick peter paul mark scott kenneth gregory jeffrey raymond dennis jerry
  tyler aaron jose carlos juan luis miguel antonio manuel francisco alejandro fernando ricardo roberto eduardo sergio
  maria mary anna anne susan linda barbara patricia elizabeth sarah laura karen nancy lisa betty helen sandra donna carol
  ruth sharon rachel rebecca melissa stephanie christina kimberly heather samantha danielle natalie vanessa victoria
  veronica valentina gabriela sofia isabella emma olivia chloe hannah megan lauren jasmine amber crystal tiffany
  cameron taylor morgan dakota madison austin dallas houston chicago boston newyork brooklyn london paris berlin madrid
  rome milan tokyo america canada mexico brasil brazil england scotland ireland germany france italia italy russia china
  rahul raj raja raju ravi ramesh suresh mahesh ganapati rajesh rakesh mukesh dinesh vijay ajay sanjay manoj anil sunil
  amit sumit rohan arjun aryan karan vikram vikas vishal abhishek ashish manish nitin sachin sandeep pradeep deepak
  prakash santosh krishnan lakshman gopal mohan sohan kumar kumari sharma verma gupta singh patel reddy rao nair iyer
  menon khan ali ahmed mohammed muhammad mohammad abdul hussain hassan fatima ayesha aisha zainab imran salim
  priya pooja puja neha nisha asha usha rani rekha sunita anita kavita savita geeta gita sita meena leela divya kavya
  ananya aishwarya shreya sneha swathi shweta shilpa sonia sonali anjali anusha lavanya padma saraswati meenakshi
  flower flowers rose roses jasmin lotus lily tulip orchid sunflower garden nature forest ocean river mountain summer
  winter spring autumn january february march april may june july august september october november december monday
  tuesday wednesday thursday friday saturday sunday weekend holiday birthday christmas diwali holi eid pongal onam
  chocolate cookie cookies candy sugar sweet sweety sweetie honey cheese butter banana orange cherry strawberry mango
  coffee chai tea pizza burger biryani dosa samosa paneer masala whiskey vodka beer budlight heineken corona
  black white red blue green yellow purple pink silver gold golden orange violet rainbow diamond diamonds crystal pearl
  ruby emerald sapphire topaz
  money cash dollar dollars rupee rupees rich million millionaire business success power freedom peace justice liberty
  trustno trustnoone whatever nothing something anything everything nobody somebody someone anyone everyone
  killer killers assassin sniper death destroy hacker hack hacked hardcore terminator predator alien zombie vampire
  ghost demon satan lucifer evil darkness midnight moon moonlight star stars starlight galaxy space rocket shuttle
  mercedes porsche ferrari lamborghini bmw audi toyota honda nissan suzuki yamaha kawasaki harley davidson ducati
  chevrolet camaro corvette ford jaguar bentley bugatti tesla maruti mahindra bajaj hero enfield bullet
  fuck fucker fuckyou fuckme fuckoff shit bitch asshole bastard pussy dick cock sex sexy sexsex porn xxx hotgirl hotboy
  bhosdike chutiya madarchod behenchod
  school college university student teacher doctor engineer lawyer police army navy marines airforce captain general
  sergeant commander president boss manager director office company work worker job
  cool coolcool awesome crazy funny lucky loser genius smart clever stupid idiot boomer noob lol lmao haha hahaha
  abcdef abcabc abcd abc aaa aaaa qwerty qwertyuiop qwertyu qwert qwer asdf asdfgh asdfghjkl asdfjkl zxcv zxcvbn
  zxcvbnm qazwsx qazwsxedc wsxedc edcrfv poiuy poiuytrewq lkjhgf mnbvcxz azerty azertyuiop qwertz ytrewq
  nukkad customer shopping shop store market order delivery rider grocery supermarket kirana
  `
    .trim()
    .split(/\s+/),
)

/** Common passwords of digits, or of digits and letters, that contain none of the known words. */
const figures = new Set(
  `
  12345678 123456789 1234567890 0123456789 987654321 9876543210 87654321 11223344 1122334455 112233 121212 123123123
  12341234 12344321 123454321 147258369 1472583690 159357 159753 258456 741852963 789456123 7894561230 963852741
  31415926 314159265 27182818 10203040 1020304050 13579 135792468 2468101214 24681012 00700700 69696969 52013140
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1xsw2 1qazxsw2 qwe123qwe
  a1b2c3d4 a1s2d3f4 1a2b3c4d abc12345 abcd1234 aa123456 a1234567 a12345678 a123456789 qq123456 123456aa 123456ab
  1234qwer qwer1234 asdf1234 zxcv1234 trustno1 iloveyou1 p@ssw0rd ncc1701d bond007 blink182 matrix01 rush2112
  `
    .trim()
    .split(/\s+/),
)

const keyboardRows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', 'azertyuiop']
const leetLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Maximum number of characters around a known word, such as a year or a sign; a password with more of them is not
 * common.
 */
const SHORT_REST = 5
const OWN_PART_MINIMUM = 4

type Owner = { name: string; email: string; phone: string }

/**
 * Returns whether a password is among those that attackers try first (docs/reference/security.md#passwords). Instead of
 * a list of thousands of passwords, this file has some 900 words and 70 numbers from such lists, and the ways in which
 * people vary them: capitals, leet spelling, a few digits or signs around a word, two words or one word repeated,
 * sequences on the keyboard or in the alphabet, one character or group repeated, and the person's own name, e-mail
 * address or phone.
 */
export function isCommonPassword(password: string, owner: Owner): boolean {
  const lower = password.toLowerCase()
  return (
    isPublished(lower) ||
    figures.has(lower) ||
    isRepeated(lower) ||
    isRun(lower) ||
    isOwn(lower, owner) ||
    isOfWords(lower)
  )
}

/**
 * Returns whether a password belongs to the demo city, whose passwords the repository publishes. Outside the demo, no
 * one can sign in with a password of the demo city.
 */
export function isPublishedPassword(password: string): boolean {
  return publishedPasswords.includes(password)
}

/** Returns whether a password contains a published one, in upper or lower case and with any characters around it. */
function isPublished(lower: string): boolean {
  return publishedPasswords.some((published) => lower.includes(published))
}

/** Returns whether a text consists of known words, with at most a few digits and signs around them. */
function isOfWords(text: string): boolean {
  const headed = text.replace(/[^a-z]+$/, '')
  const core = headed.replace(/^[^a-z]+/, '')
  return [core, unleeted(core), unleeted(headed)].some((spelling) => {
    const parts = spelling.split(/[^a-z]+/).filter(Boolean)
    const restLength = text.length - parts.join('').length
    return restLength <= SHORT_REST && parts.every((part) => words.has(part) || isTwoWords(part)) && parts.length > 0
  })
}

function isTwoWords(text: string): boolean {
  for (let at = 2; at <= text.length - 2; at++) {
    if (words.has(text.slice(0, at)) && words.has(text.slice(at))) return true
  }
  return false
}

function unleeted(text: string): string {
  return text.replace(/[0134578@$!]/g, (sign) => leetLetters[sign] ?? sign)
}

/** Returns whether a text repeats one group of up to four characters: `aaaaaaaa`, `abcabcabc`. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+.{0,3}$/s.test(text) && new Set(text).size <= 4
}

/**
 * Returns whether a text consists of sequences from the keyboard, the digits or the alphabet, forwards or backwards.
 */
function isRun(text: string): boolean {
  let rest = text
  while (rest.length > 0) {
    const length = longestRun(rest)
    if (length < 3) return false
    rest = rest.slice(length)
  }
  return true
}

function longestRun(text: string): number {
  let longest = 0
  for (const row of keyboardRows) {
    for (const line of [row + row[0], [...row].reverse().join('')]) {
      for (let length = Math.min(text.length, line.length); length > longest; length--) {
        if (line.includes(text.slice(0, length))) longest = length
      }
    }
  }
  return longest
}

function isOwn(text: string, owner: Owner): boolean {
  const name = owner.name.toLowerCase()
  const email = owner.email.toLowerCase()
  if (text === email || (/^\+?\d+$/.test(text) && owner.phone.includes(text))) return true
  const letters = text.replace(/[^\p{L}]/gu, '')
  const parts = [...name.split(/\s+/), name.replace(/\s+/g, ''), email.split('@')[0]!]
  return parts.some((part) => part.length >= OWN_PART_MINIMUM && (letters === part || text === part))
}

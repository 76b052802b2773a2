/**
 * The names of the demo's customers. The first customer is the login that the demo shows. All people in this file are
 * invented.
 */
export const customerNames: readonly string[] = [
  'Asha Menon',
  'Karthik Rao',
  'Priya Nair',
  'Imran Sheikh',
  'Divya Hegde',
  'Rohan Mehta',
  'Lakshmi Narayanan',
  'Sana Khan',
  'Vikram Shetty',
  'Meera Iyer',
  'Arjun Reddy',
  'Fatima Begum',
  'Suresh Gowda',
  'Ananya Das',
  'Nikhil Joshi',
  'Pooja Bhat',
  'Thomas Kurian',
  'Harpreet Singh',
  'Deepa Murthy',
  'Rahul Verma',
  'Kavya Prasad',
  'Mohammed Arif',
  'Sneha Kulkarni',
  'Ganesh Pai',
  'Ritu Agarwal',
  'Joseph D’Souza',
  'Bhavana Shenoy',
  'Sandeep Kumar',
  'Tenzin Dolma',
  'Aditya Bose',
  'Shruti Desai',
  'Manjunath B',
  'Neha Chawla',
  'Varun Krishnan',
  'Ayesha Siddiqui',
  'Prakash Hebbar',
  'Ishita Sen',
  'Naveen Chandra',
  'Farah Ali',
  'Girish Kamath',
  'Swathi Raman',
  'Zubin Irani',
]

export type Lane = {
  street: string
  landmark: string
  at: readonly [latitude: number, longitude: number]
}

/** Invented addresses where customers live and work. */
export const lanes: readonly Lane[] = [
  { street: '12B Lake View Road, Koramangala 5th Block', landmark: 'Near the KHB park', at: [12.9353, 77.6229] },
  { street: '6th Cross, Koramangala 5th Block', landmark: 'Behind the bakery', at: [12.9341, 77.6247] },
  { street: '1st A Main, Koramangala 6th Block', landmark: 'Opposite the ground', at: [12.9389, 77.6249] },
  { street: '18th Main, Koramangala 6th Block', landmark: 'Yellow gate', at: [12.9399, 77.6212] },
  { street: '4th Cross, Koramangala 4th Block', landmark: 'Near the post office', at: [12.9327, 77.6301] },
  { street: '8th Main, Koramangala 4th Block', landmark: 'Above the clinic', at: [12.9352, 77.6309] },
  { street: '3rd Block, 7th Cross, Koramangala', landmark: 'Next to the reservoir', at: [12.9298, 77.6261] },
  { street: 'Park Road, Koramangala 1st Block', landmark: 'Park side', at: [12.9268, 77.6331] },
  { street: '2nd Main, Koramangala 1st Block', landmark: 'Market end', at: [12.9277, 77.6352] },
  { street: '1st Cross, Koramangala 7th Block', landmark: 'Near the stadium road', at: [12.9364, 77.6151] },
  { street: '5th Cross, Koramangala 8th Block', landmark: 'Dog park lane', at: [12.9405, 77.6184] },
  { street: 'S.T. Bed Layout, 60 Feet Road', landmark: 'Pillar 14', at: [12.9374, 77.6322] },
  { street: 'Ejipura Main Road', landmark: 'Signal end', at: [12.9431, 77.6277] },
  { street: 'Viveknagar Post Road', landmark: 'Church side', at: [12.9471, 77.6206] },
  { street: 'Jakkasandra Extension, 3rd Cross', landmark: 'Lake side', at: [12.9233, 77.6391] },
  { street: 'Venkatapura Main Road', landmark: 'Temple tank', at: [12.9251, 77.6363] },
  { street: '14th Main, HSR Layout Sector 7', landmark: 'Opposite the gym', at: [12.9119, 77.6392] },
  { street: '27th Main, HSR Layout Sector 1', landmark: 'Near the BDA complex', at: [12.9149, 77.6449] },
  { street: '19th Main, HSR Layout Sector 4', landmark: 'Tank bund road', at: [12.9156, 77.6387] },
  { street: '16th Main, BTM 2nd Stage', landmark: 'Lake end', at: [12.9157, 77.6107] },
  { street: '7th Main, BTM 1st Stage', landmark: 'Water tank', at: [12.9183, 77.6077] },
  { street: '1st Main, S.G. Palya', landmark: 'Old cinema', at: [12.9301, 77.6081] },
  { street: 'Tavarekere Main Road', landmark: 'College gate', at: [12.9283, 77.6112] },
  { street: 'Adugodi Main Road', landmark: 'Police quarters', at: [12.9431, 77.6112] },
  { street: 'Madiwala, 2nd Cross', landmark: 'Near the market', at: [12.9227, 77.6171] },
  { street: '12th Main, Domlur 2nd Stage', landmark: 'Towards Indiranagar', at: [12.9594, 77.6377] },
]

/** House and flat numbers as people write them; each `#` becomes a digit of a number. */
export const houses: readonly string[] = [
  'Flat #02, Sai Residency',
  '#, 2nd floor',
  'Flat 3#, Prestige Nest',
  'No. #, ground floor',
  'B-#, Green Acres',
  'PG room #',
  'Villa #, Palm Grove',
  'Flat #04, Shanthi Nilaya',
  'No. #, house with blue gate',
  'Tower C, #01, Lake Crest',
]

/** The first names of women in this file. */
const womensNames = new Set(
  'Asha Priya Divya Lakshmi Sana Meera Fatima Ananya Pooja Deepa Kavya Sneha Ritu Bhavana Tenzin Shruti Neha Ayesha Ishita Farah Swathi Selvi Geetha'.split(
    ' ',
  ),
)

/** Returns those of the ten avatars (demo/art/avatars.ts) that fit a name. */
export function facesOf(name: string): readonly string[] {
  return womensNames.has(name.split(' ')[0] ?? '') ? ['user2', 'user3'] : ['user1', 'user4', 'user8']
}

export type RiderSeed = {
  name: string
  age: number
  vehicle: string
  plate: string
  text: string
  at: readonly [latitude: number, longitude: number]
  isOnline: boolean
}

/**
 * The riders of the demo. The first rider is the login that the demo shows and is off duty at the start, so that
 * visitors can try to go on duty.
 */
export const riders: readonly RiderSeed[] = [
  {
    name: 'Ravi Kumar',
    age: 27,
    vehicle: 'Electric scooter',
    plate: 'KA 01 EV 4821',
    text: 'Knows every cross of 5th Block.',
    at: [12.9356, 77.6238],
    isOnline: false,
  },
  {
    name: 'Manjunath Gowda',
    age: 34,
    vehicle: 'Scooter',
    plate: 'KA 05 HK 2290',
    text: 'Riding since the first day of Nukkad.',
    at: [12.9381, 77.6269],
    isOnline: true,
  },
  {
    name: 'Shabbir Ahmed',
    age: 29,
    vehicle: 'Motorcycle',
    plate: 'KA 03 JM 7154',
    text: 'Never spilled a sambar.',
    at: [12.9302, 77.6277],
    isOnline: true,
  },
  {
    name: 'Lokesh Naik',
    age: 24,
    vehicle: 'Bicycle',
    plate: 'Bicycle 14',
    text: 'Short trips, no petrol.',
    at: [12.9343, 77.6208],
    isOnline: true,
  },
  {
    name: 'Selvi Murugan',
    age: 31,
    vehicle: 'Electric scooter',
    plate: 'KA 51 EV 0937',
    text: 'Calls before the gate.',
    at: [12.9271, 77.6338],
    isOnline: true,
  },
  {
    name: 'Bikash Rai',
    age: 26,
    vehicle: 'Motorcycle',
    plate: 'KA 01 HV 6612',
    text: 'Night shift by choice.',
    at: [12.9417, 77.6193],
    isOnline: true,
  },
  {
    name: 'Anthony Raj',
    age: 38,
    vehicle: 'Scooter',
    plate: 'KA 04 KS 3348',
    text: 'Careful with cakes.',
    at: [12.9443, 77.6241],
    isOnline: true,
  },
  {
    name: 'Nagaraj H',
    age: 30,
    vehicle: 'Scooter',
    plate: 'KA 51 HB 1187',
    text: 'HSR and back in no time.',
    at: [12.9138, 77.6431],
    isOnline: true,
  },
  {
    name: 'Imtiyaz Pasha',
    age: 28,
    vehicle: 'Motorcycle',
    plate: 'KA 05 JX 5520',
    text: 'BTM born.',
    at: [12.9169, 77.6095],
    isOnline: true,
  },
  {
    name: 'Geetha Ramesh',
    age: 33,
    vehicle: 'Electric scooter',
    plate: 'KA 51 EV 2203',
    text: 'Also brings the smile.',
    at: [12.9127, 77.6375],
    isOnline: false,
  },
  {
    name: 'Deepak Tamang',
    age: 23,
    vehicle: 'Electric cycle',
    plate: 'E-cycle 31',
    text: 'Student by day.',
    at: [12.9297, 77.6092],
    isOnline: true,
  },
  {
    name: 'Santosh Patil',
    age: 41,
    vehicle: 'Motorcycle',
    plate: 'KA 03 HS 8076',
    text: 'Takes the long ones.',
    at: [12.9571, 77.6369],
    isOnline: false,
  },
]

export const demoCustomer = { phone: '+919845012345', email: 'asha@nukkad.example', password: 'asha-demo-2026' }
export const demoRider = { email: 'rider@nukkad.example', password: 'rider-demo-2026' }
export const demoOwner = {
  name: 'Shanta Kamath',
  phone: '+919845067890',
  email: 'owner@nukkad.example',
  password: 'owner-demo-2026',
  stores: ['namma-tiffin-room', 'namma-kirana', 'roop-rekha-studio'],
}
/** The employees of one store of the demo owner, one person of each role. */
export const demoEmployees = [
  {
    role: 'manager',
    store: 'namma-tiffin-room',
    name: 'Divya Shetty',
    phone: '+919845067811',
    email: 'manager@nukkad.example',
    password: 'manager-demo-2026',
  },
  {
    role: 'kitchen',
    store: 'namma-tiffin-room',
    name: 'Basavaraj Gowda',
    phone: '+919845067812',
    email: 'kitchen@nukkad.example',
    password: 'kitchen-demo-2026',
  },
  {
    role: 'cashier',
    store: 'namma-tiffin-room',
    name: 'Mumtaz Begum',
    phone: '+919845067813',
    email: 'cashier@nukkad.example',
    password: 'cashier-demo-2026',
  },
] as const
/** The demo's staff: the administrator has all permissions, the other person takes orders by phone. */
export const demoStaff = [
  {
    role: 'admin',
    name: 'Leela Fernandes',
    phone: '+919845067801',
    email: 'operator@nukkad.example',
    password: 'operator-demo-2026',
    permissions: [],
  },
  {
    role: 'staff',
    name: 'Javed Qureshi',
    phone: '+919845067802',
    email: 'caller@nukkad.example',
    password: 'caller-demo-2026',
    permissions: ['login_as_customer'],
  },
] as const

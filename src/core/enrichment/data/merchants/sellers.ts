import { names, type MerchantGroup } from './group.ts'

/** Who is paid at a counter or by an order, beyond the brands of the public index. */
export const SELLER_MERCHANTS: readonly MerchantGroup[] = [
  {
    in: 'income.vendor_refund',
    out: 'expenses.fuel',
    merchants: names(`
      Ampol; Caltex; United Petroleum; Puma Energy; Metro Petroleum; Coles Express; Reddy Express;
      Viva Energy; Irving Oil; Ultramar; Fas Gas; Pioneer Gas; Gate Petroleum; Royal Farms;
      Rutter's; Stewart's Shops; Kwik Star; Cenex; Allsup's; Road Ranger; Sapp Bros; AmBest;
      Weigel's; Twice Daily; Parker's Kitchen; Spinx; Enmarket; Dash In; High's Dairy Store;
      Turkey Hill; Meijer Gas; HEB Fuel; Fred Meyer Fuel; King Soopers Fuel; BJ's Gas: BJS FUEL;
      USA Gasoline; Rotten Robbie; Terrible Herbst; Alltown; Xtra Mart: XTRAMART; Go-Mart: GO
      MART; Huck's Food & Fuel; Yesway; Toot'n Totum; Stripes Store: STRIPES; CEFCO; Alon;
      Kangaroo Express; Flash Foods; EG Group: EG AMERICA; Kroger Fuel Ctr; Casey's = CASEYS GEN,
      CASEYS GENERAL, CASEYS #; Quick Chek: QUICKCHEK; Love's Country Store: LOVES COUNTRY; United
      Dairy Farmers: UDF; Hop-In; Kwik Fill; Country Fair; Nice N Easy; Cliff's Local; Sunoco
      Retail; Mirabito; Dandy Mini Mart; Minit Mart; Pump N Pantry; Tom's Food; Jiffy Trip; OnCue;
      Love's Truck; Domino Convenience; Jacksons Food: JACKSONS FOOD; Plaid Pantry; Sinclair Gas;
      Town Pump; Maverik Adventure; Loaf N Jug; Kum and Go; Hy-Vee Gas; Fareway Gas; Ricker's;
      GetGo Cafe; Thorntons Gas; Gulf Express; Co-op Gas Bar; Shell = SHELL OIL, SHELL SERVICE,
      SHELL #; Texaco Service; Gleaner; Harvest Energy; Certas; Essar Oil; Pace Petrol; Mobil
      Mart; EuroGarages: EURO GARAGES; Rontec Roadside; BP Connect; Sainsbury's Petrol: SAINSBURYS
      PFS; Morrisons PFS; Asda PFS; Tesco Petrol: TESCO PAY AT PUMP; Ionity; Gridserve; Osprey
      Charging; Pod Point; BP Pulse; InstaVolt; Shell Recharge; Tesla Charging: TESLA
      SUPERCHARGER; FLO Charging; EVgo Services; ChargeLab; Chargefox; Evie Networks
    `),
  },
  {
    in: null,
    out: 'cogs.fuel',
    merchants: names(`
      Fleet One; Fleetcor = FLEETCOR, FUELMAN FLEET; Wright Express; Voyager = US BANK VOYAGER,
      VOYAGER FLEET SYS+; Multi Service Fuel: MULTI SERVICE; Pacific Pride; CFN Fuel; Quarles
      Fleet; Radius Fuel; Fuel Genie; Allstar Fuel: ALLSTAR BUSINESS; UK Fuels; Shell Fleet: SHELL
      FLEET CARD; BP Fuel Card: BP PLUS FUEL; Motorpass; AtoB = ATOB FUEL, ATOB INC; Coast Pay
      Fuel; P-Fleet: PFLEET; TCH LLC: TCH EFS; Roady's; Mansfield Oil; World Fuel Services: WORLD
      FUEL; Foster Fuels; Papco; Global Partners Fuel; RKA Petroleum; Sun Coast Resources;
      Pinnacle Petroleum; SC Fuels; Flyers Energy; Bulk Fuel; Parkland Fuel; Bluewave Energy;
      Suncor Energy
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'expenses.travel',
    merchants: names(`
      Delta Air Lines = DELTA AIR, DELTA 006+; United Airlines = UNITED 016+, UNITED AIR; American
      Airlines = AMERICAN AIR, AMERICAN AIRLINES, AMERICAN 001+; Southwest Airlines = SOUTHWES,
      SOUTHWEST AIR, SOUTHWEST 526+; JetBlue Airways = JETBLUE 279+; Alaska Airlines = ALASKA AIR,
      ALASKA 027+; Spirit Airlines = SPIRIT AIRL, SPIRIT AIR, SPIRIT 487+; Frontier Airlines =
      FRONTIER 422+, FRONTIER AI; Allegiant Air; Sun Country; Breeze Airways; Avelo; Porter
      Airlines; Jet2; Wizz Air; TUI Airways; Qantas; Jetstar; Virgin Australia; Virgin Atlantic;
      Air New Zealand: AIR NZ; Air France; Qatar Airways; Turkish Airlines; Iberia; Aer Lingus;
      Singapore Airlines; Cathay Pacific; Aeromexico; Volaris; Copa Airlines; Avianca; LATAM;
      Flair Airlines; Sunwing; Cape Air; Silver Airways; Rex Airlines; Loganair; Vueling;
      Norwegian Air; SAS Airlines; Swiss Intl Air; Austrian Airlines; Etihad; Korean Air; ANA
      Airways; Japan Airlines; Eva Air; Gogo Inflight; NetJets; Wheels Up; Omni Hotels; Loews
      Hotel; Drury Inn: DRURY HOTELS; WoodSpring Suites; Candlewood Suites; Staybridge Suites;
      SpringHill Suites; TownePlace Suites; Sleep Inn; Microtel; Howard Johnson; Ramada; Knights
      Inn; Rodeway Inn; Econo Lodge: ECONOLODGE; Cambria Hotel; MainStay; Tru by Hilton; Home2
      Suites; Hyatt Place; Aloft Hotel; Moxy Hotel; Ibis Hotel; Novotel; Mercure; Accor; Quest
      Apartment; Mantra Hotel; Rydges; Sandman Hotel; Coast Hotels; Delta Hotels; Fairmont;
      Hostelworld; Fox Rent A Car: FOX RENT; Payless Car; Europcar; Discount Car Rental;
      Enterprise Car Club; Silvercar; Kyte Rental; Northern Trains; South Western Railway;
      Southeastern Trains; TransPennine; Thameslink; Greater Anglia; East Midlands Rail+;
      TrainPal; Go-Ahead; Metroline; LA Metro; RTD Denver; TriMet; King County Metro; ORCA Card;
      Opal Card; Myki; Translink; Presto Fare: PRESTO; TTC Toronto; GO Transit; VIA Rail; STM
      Montreal; MTA NYCT = MTA NYCT, MTA LIRR, MTA METRO NORTH; Peter Pan Bus; FlixBus; BoltBus;
      Brightline; Amtrak = AMTRAK; NYC Taxi; CMT Taxi; Yellow Cab; Gett; 13cabs; Silver Top; A2B
      Taxi; Cabcharge; Ingogo; Bolt Rides = BOLT EU, BOLT OPERATIONS; Expensify Travel;
      TravelPerk; Navan: TRIPACTIONS; Corporate Traveler; BCD Travel; American Express GBT;
      CheapOair; JustFly; Kiwi.com; Vayama; Skyscanner; Trivago; Costco Travel; AAA Travel;
      Allianz Travel Ins; Viator; GetYourGuide; Carnival Cruise; Royal Caribbean; Norwegian
      Cruise; Clear Secure: CLEARME
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'expenses.meals_entertainment',
    merchants: names(`
      Papa Murphy's; JD Wetherspoon; Beefeater; Leon Restaurants; Itsu; Zizzi; Ask Italian; Bella
      Italia; Frankie & Benny's; Hungry Jacks; Oporto; Red Rooster; Grill'd; Guzman y Gomez: GYG;
      Zambrero; Boost Juice; Gloria Jeans; Second Cup; Swiss Chalet; Mary Brown's; Freshii;
      St-Hubert; Boston Pizza; Cactus Club; The Keg; Moxies; Milestones Grill; Regal = REGAL
      CINEMA+, REGAL ENTERTAIN+; Alamo Drafthouse; Showcase Cinema; Hoyts; Event Cinemas;
      Cineplex; Main Event Ent; Chuck E Cheese; Lucky Strike; Drive Shack; Vivid Seats; AXS
      Tickets: AXS COM; Ticketek; Disney Parks: WDW TICKETS, DISNEY TICKETS; Universal Studios;
      Legoland; Cedar Fair; Busch Gardens; Merlin Attractions; Alton Towers; Home Chef; Factor 75:
      FACTOR75; EveryPlate; Gousto; Marley Spoon; CookUnity; Freshly; Sunbasket; Hungryroot;
      SnackNation; Nothing Bundt; Jeni's Ice Cream; Salt & Straw; Blaze Pizza; MOD Pizza;
      Pieology; Marco's Pizza; Hungry Howie's; Jet's Pizza; Round Table Pizza; Mellow Mushroom;
      Cici's; Sbarro; Uno Pizzeria; California Pizza Kitchen; Maggiano's; Bahama Breeze; Yard
      House; Seasons 52; Capital Grille; Eddie V's; Morton's; Fleming's; Del Frisco; Smith &
      Wollensky; BJ's Restaurant; Red Robin; Fuddruckers; Habit Burger; Smashburger; Freddy's
      Frozen; Steak N Shake; White Castle; Krystal; Checkers; Rally's; Cook Out; Hardee's; Carl's
      Jr; Del Taco; Taco Cabana; Taco John's; El Pollo Loco; Pollo Tropical; Church's Chicken;
      Slim Chickens; Huey Magoo's; PDQ; Chicken Salad Chick; Jason's Deli; McAlister's;
      Schlotzsky's; Which Wich; Quiznos; Penn Station Subs; Cousins Subs; Blimpie; Newk's; Corner
      Bakery; Au Bon Pain; Paris Baguette; Tous Les Jours; 85C Bakery; Bruegger's; Manhattan
      Bagel; Shipley Do-Nuts; Duck Donuts; Tropical Smoothie; Clean Juice; Playa Bowls; Kung Fu
      Tea; Gong Cha; Sharetea; Bigelow Tea; Scooter's Coffee; Black Rock Coffee; 7 Brew; The Human
      Bean; Biggby; PJ's Coffee; Coffee Bean & Tea; Gregory's Coffee; Joe Coffee; Bluestone Lane;
      La Madeleine; Le Pain Quotidien; Just Salad; Chopt; Dig Inn; Cava = CAVA; Naf Naf; Roti
      Modern; Nando's UK: NANDOS; Five Guys UK; Honest Burgers; Byron Burger; GBK; Shake Shack UK;
      Wahaca; Las Iguanas; Turtle Bay; Cote Brasserie; Carluccio's; Strada; Prezzo; Slug &
      Lettuce; All Bar One; Brewdog; Greene King; Marston's Inns; Stonegate; Mitchells & Butlers;
      Young's Pubs; Fuller's; Hungry Horse; Sizzling Pubs; Table Table; Brewers Fayre; Miller &
      Carter; Starbucks UK; Esquires Coffee; Muffin Break; Dome Cafe; Hogs Breath; Lone Star Rib;
      Outback Jacks; Betty's Burgers; Schnitz; Roll'd; Sushi Hub; Sushi Train
    `),
  },
  {
    in: null,
    out: 'expenses.shipping_postage',
    merchants: names(`
      Pitney Bowes = PITNEY BOWES, PITNEYBOWES, PURCHASE POWER, PB RESERVE; EasyShip; ShipBob;
      ShipWorks; LaserShip; Canpar; DPD: DPD LOCAL, DPD GROUP; MyHermes; Yodel Delivery; The UPS
      Store: UPS STORE; PostNet; Pak Mail; Mail Boxes Etc; Australia Post: AUSPOST; Sendle;
      StarTrack; Couriers Please; Aramex; NZ Post; Fastway Couriers; APC Overnight; Tuffnells;
      City Sprint; Stuart Delivery; uShip; LSO Shipping; Spee-Dee Delivery; GLS Shipping; Dicom;
      Nationex; ICS Courier; Loomis Express; USPS = USPS, USPS POSTAGE, USPS CLICK, USPS KIOSK;
      FedEx = FEDEX, FEDEX EXPRESS, FEDEX GROUND; UPS = UPS BILL CTR, UPSBILL, UPS; Sendcloud;
      Parcel2Go; Interparcel; ParcelMonkey; Shipito; MyUS; Freightcenter; Click-N-Ship;
      PostalMate; Earth Class Mail; Anytime Mailbox; iPostal1; Royal Mail = ROYAL MAIL, ROYALMAIL;
      Post Office Counter; An Post; Go People; Zoom2u; Roadie Delivery; Uber Direct; DoorDash
      Drive; Gophr; Delivery.com; TNT Express; Interlink Express; UK Mail; Whistl
    `),
  },
  {
    in: null,
    out: 'expenses.education_training',
    merchants: names(`
      edX; Khan Academy; Babbel; Huntington Learning; Berlitz; ServSafe; NASM; ISSA Fitness;
      Becker CPA; Gleim; Surgent; RevTrak: RVT; TouchNet; NBS Tuition; FACTS Tuition; Prometric;
      Open University; TAFE; DataCamp; LinkedIn Learning = LINKEDIN LEARNING; General Assembly;
      Springboard; Brilliant.org; Domestika; CreativeLive; Great Courses; Toastmasters; Dale
      Carnegie; Franklin Covey; SkillPath; Fred Pryor; National Seminars; Red Cross Training; Paul
      Mitchell School; Empire Beauty School; Lincoln Tech; Universal Technical; University of
      Phoenix: UNIV OF PHOENIX; Southern New Hampshire: SNHU; Western Governors: WGU; Grand Canyon
      Univ; Liberty University; Strayer; Capella; Walden University; Purdue Global; Arizona State:
      ASU ONLINE; McGraw Hill; Cengage; VitalSource; Pearson; Course Hero; Quizlet; Varsity
      Tutors; Wyzant; Outschool; IXL Learning; ABCmouse; Code Ninjas; iD Tech; School of Rock; CPR
      Certified; ProTrainings; 360Training; OSHA Education; CLE Online; MasterClass Annual
    `),
  },
  {
    in: null,
    out: 'expenses.licenses_permits',
    merchants: names(`
      ASIC = ASIC, ASIC MESSAGE; DBPR: FL DBPR; TABC; FMCSA; UCR Registration: UNIFIED CARRIER;
      USPTO; US Copyright Office; NIC Services: NIC USA; Official Payments: OFFICIAL PAYMENT+;
      GovPayNet; TV Licensing: TV LICENCE; PRS for Music: PPL PRS; ASCAP License; BMI Licensing:
      BMI LICENSE; ICO Data Protection = ICO DATA, INFORMATION COMMISS+; CQC Fees; Gambling
      Commission; Service NSW; ServiceOntario; Corporations Canada: CORP CANADA; BC Registry; IP
      Australia; ATF License; TTB Permit; FDA Registration; SAFER Permit; Secretary of State = TX
      SOS, SOS TEXAS, CA SOS, CA SECRETARY OF STATE, NYS DOS, DE DIV CORP, DELAWARE CORP; State
      Corporation Commission: SCC CLERK; City business license: BUSINESS LICENSE TAX; LARA
      Michigan; IDFPR; CSLB: CONTRACTORS STATE LIC+; Board of Nursing; Real Estate Commission:
      REAL ESTATE COMM; Department of Health: DEPT OF HEALTH; Health permit = HEALTH DEPT, HEALTH
      DEPARTMENT; Fire Marshal; Clerk of Court: CLERK OF COURTS; Passport Services: US PASSPORT;
      TSA Precheck: IDEMIA; Global Entry: CBP GLOBAL; USCIS; UK Visas: UKVI; Land Registry: HM
      LAND REGISTRY; Planning Portal; Disclosure DBS: DBS CHECK
    `),
  },
  {
    in: null,
    out: 'expenses.memberships_dues',
    merchants: names(`
      Planet Fitness = PLANET FIT, PLANET FITNESS, PF PLANET; Blink Fitness; EoS Fitness; Chuze;
      UFC Gym; YouFit; Esporta; The Gym Group; Nuffield Health; Virgin Active; Fitness First;
      GoodLife Fitness; Jetts Fitness; Vistage; NFIB; National Restaurant Association: NATL
      RESTAURANT; AICPA; American Bar Association; National Association of Realtors: NATL ASSOC
      REALTORS; AARP; SHRM; FSB Membership: FEDERATION OF SMALL; CIPD; RICS; ACCA; Elks Lodge; VFW
      Post; American Legion; Amazon Business Prime: BUSINESS PRIME; Costco Membership = COSTCO
      ANNUAL, COSTCO MEMBERSHIP; Sam's Membership = SAMS MEMBERSHIP, SAMS CLUB MEMBERSHIP, SAMS
      CLUB RENEWAL; BJ's Membership = BJS MEMBERSHIP; Barry's Bootcamp; SoulCycle; CycleBar; Club
      Pilates; StretchLab; Row House; YogaSix; Burn Boot Camp; 9Round; Title Boxing; Bay Club;
      Lifetime Athletic; Midtown Athletic; JCC Fitness; In-Shape; Genesis Health; VASA Fitness;
      Fitness 19; Fitness Connection; Workout Anytime; Anytime Fit; Plus Fitness; Curves; Revo
      Fitness; Institute of Directors; Rotary International; Entrepreneurs Org; BNI Global;
      Provisors; Better Business Bureau: BBB; Master Builders; NARI; AGC of America; ASHRAE; IEEE;
      ACM Membership
    `),
  },
  {
    in: null,
    out: 'expenses.franchise_fees',
    merchants: names(`
      Subway royalty = SUBWAY ROYALTY, DOCTORS ASSOCIATES; Neighborly royalty = NEIGHBORLY; Dunkin
      royalty = DUNKIN BRANDS ROYALTY, DUNKIN ROYALTY; 7-Eleven franchise = SEVEN ELEVEN
      FRANCHISE; Jani-King royalty = JANI KING ROYALTY; RE/MAX fees = REMAX LLC; Century 21 fees =
      CENTURY 21 ROYALTY; Great Clips royalty = GREAT CLIPS ROYALTY; H&R Block franchise = HRB
      ROYALTY; UPS Store royalty = MBE ROYALTY; Servpro royalty = SERVPRO ROYALTY; Anytime royalty
      = SELF ESTEEM BRANDS; Inspire Brands; Focus Brands; Regis Franchise; Choice Hotels franchise
      = CHOICE HOTELS INTL ROYALTY
    `),
  },
  {
    in: null,
    out: 'expenses.charity',
    merchants: names(`
      Planned Parenthood; ASPCA; Wounded Warrior; St Vincent de Paul; Catholic Charities;
      Compassion International; Samaritan's Purse; Feeding America; Shriners Hospital; American
      Heart Assoc+; American Cancer Soc+; March of Dimes; Make-A-Wish: MAKE A WISH; World
      Wildlife; Greenpeace; Sierra Club; Givelify; Easy Tithe; Subsplash Giving; Donorbox;
      Classy.org; Network for Good; Cancer Research; Macmillan; British Heart; NSPCC; RSPCA; Save
      the Children; Barnardo's; SickKids; CanadaHelps; Beyond Blue; Smith Family; Doctors Without
      Borders; Charity Water; Kiva.org; DonorsChoose; Best Friends Animal; Humane Society; Meals
      on Wheels; Toys for Tots; Boys & Girls Club; Girl Scouts; Scouting America; BetterWorld;
      Givebutter; Every.org; PayPal Giving; Benevity; Blackbaud Giving; Marie Curie; Comic Relief;
      Children in Need; RNLI; Dogs Trust; WaterAid; Christian Aid; Islamic Relief; Muslim Aid;
      Heart Foundation; Cancer Council; Vinnies; Terry Fox
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'expenses.medical',
    merchants: names(`
      One Medical; MyEyeDr; BetterHelp; Talkspace; Cerebral Inc; Ro Health; CityMD; MedExpress;
      NextCare; FastMed; Concentra; Carbon Health; Heartland Dental; Western Dental; Gentle
      Dental; Pacific Dental; SmileDirect; Invisalign: ALIGN TECH; Patterson Vet; Covetrus;
      Dentsply; Benco Dental; Darby Dental; Safco Dental; Net32; Boots = BOOTS, BOOTS THE CHEMIST;
      LloydsPharmacy: LLOYDS PHARMACY; Well Pharmacy; Shoppers Drug Mart: SHOPPERS DRUG; Rexall;
      London Drugs; Jean Coutu; Pharmaprix; Chemist Warehouse; Priceline Pharmacy; TerryWhite;
      Amcal; Vision Express; OPSM; National Vision; Bupa Dental; Vets4Pets; Medivet; CVS Vets;
      Greencross Vets; BluePearl; Thrive Pet; PetVet; Eyeglass World; Pearle Vision; Sterling
      Optical; MyEyeLab; Stanton Optical; Miracle-Ear; Beltone; HearingLife; Amplifon; Audibel;
      Vitalant; Octapharma; Lab Corporation: LABCORP; BioReference; ARUP Labs; Everlywell;
      LetsGetChecked; Nurx; PillPack; Alto Pharmacy; Capsule Pharmacy; Amazon Pharmacy; Kinney
      Drugs; Bartell Drugs; Hy-Vee Pharmacy; Costco Pharmacy; Walmart Pharmacy; Kroger Pharmacy;
      Publix Pharmacy; Fruth Pharmacy; Thrifty White; Lewis Drug; Discount Drug Mart; Navarro
      Discount; Medicine Shoppe; Good Neighbor Pharm+; Health Mart; Mayo Clinic; Cleveland Clinic;
      Kaiser Copay; Sutter Health; Banner Health; HCA Healthcare; Tenet; Ascension; CommonSpirit;
      Providence Health; Intermountain Health; UPMC; Northwell; NYU Langone; Mount Sinai; Mass
      General; Baylor Scott; Memorial Hermann; Houston Methodist; AdventHealth; BayCare; Orlando
      Health; Novant Health; Atrium Health; Duke Health; UNC Health; Wakemed; Sentara; Inova;
      Medstar; Johns Hopkins; Penn Medicine; Jefferson Health; Geisinger Clinic; DaVita;
      Fresenius; Athletico; ATI Physical; Select Physical; The Joint Chiro; Hanger Clinic;
      Nuffield Hospital; Spire Healthcare; Ramsay Health; LifeStance; Thriveworks; Owens & Minor;
      AmerisourceBergen; Moore Medical; Vitality Medical; Medical Mutual Supply; Zoetis; Heska;
      IDEXX; MWI Animal; Boehringer
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'expenses.personal',
    merchants: names(`
      Kindle = KINDLE UNLTD, KINDLE SVCS; SiriusXM = SXM, SIRIUSXM; YouTube TV = YOUTUBE TV,
      YOUTUBETV; Philo TV; Discovery Plus; AMC Plus; Starz; Showtime; Max = MAX COM, HELP MAX;
      BritBox; DAZN; NOW TV; Stan Entertainment; Binge AU; Kayo Sports; Crave TV; Deezer;
      SoundCloud; iCloud: APPLE ICLOUD; GOG.com; Humble Bundle; Ubisoft; Activision; Bungie;
      Minecraft; Fortnite; Hinge; eHarmony; Ancestry: ANCESTRY COM; 23andMe; Shutterfly; Snapfish;
      Chatbooks; The Athletic; Stitch Fix; Rent the Runway; FabFitFun; Ipsy; Birchbox; Dollar
      Shave; Harry's Razors; Manscaped; Curology; Glossier; Fashion Nova; PrettyLittleThing; River
      Island; TK Maxx; New Look; JD Sports; Sports Direct; Decathlon; Matalan; Superdrug; The Body
      Shop; Lush Cosmetics; Smyths Toys; Pets at Home; Cotton On; Rebel Sport; Hudson's Bay;
      Winners; HomeSense; Sport Chek; Indigo Books; Chapters Indigo; Aritzia; Petland; La Petite
      Academy; Goddard School; Primrose School; The Learning Experience: LEARNING EXPERIENCE;
      Childtime; Busy Bees; Goodstart; BrightPath; Children's Place = CHILDRENS PLACE, TCP
      CHILDRENS; Carter's = CARTERS; Gymboree; OshKosh; Justice Store; Hot Topic; Spencer's Gifts;
      Torrid; Lane Bryant; Talbots; Chico's; Ann Taylor; LOFT; J.Crew: J CREW; Madewell;
      Anthropologie; Free People; Urban Outfitters; American Eagle; Aeropostale; Hollister;
      Abercrombie; PacSun; Zumiez; Tillys; Buckle; Express Fashion; Men's Wearhouse; Jos A Bank;
      Brooks Brothers; Tommy Hilfiger; Calvin Klein; Levi's: LEVIS; Wrangler; Under Armour; Champs
      Sports; Finish Line; Famous Footwear; Shoe Carnival; Skechers; Crocs; Vans Shoes; Converse;
      Timberland; UGG; Allbirds; Rothy's; Zappos; Coach Outlet; Kate Spade; Michael Kors; Tory
      Burch; Fossil; Pandora Jewelry; Kay Jewelers; Zales; Jared Galleria; Blue Nile; Tiffany &
      Co; Signet; Burlington = BURLINGTON STORES, BURLINGTON; Ross = ROSS STORES, ROSS DRESS;
      Nordstrom Rack; Saks Off 5th; Bealls; Belk; Dillard's; Boscov's; Gordmans; Stein Mart;
      Tuesday Morning; Pier 1; Kirkland's; World Market; Yankee Candle; Papyrus; Paper Source;
      Things Remembered; Edible Arrangements; ProFlowers; Teleflora; UrbanStems; Bouqs; Omaha
      Steaks; Harry & David; Vineyard Vines; Patagonia; North Face; Columbia Sportswear; LL Bean;
      Eddie Bauer; Lands End; Duluth Trading; Orvis; Backcountry; Moosejaw; Evo Gear; Guitar
      Center; Reverb LP; Sam Goody; FYE; Hobbycraft; The Range Crafts; Books-A-Million;
      ThriftBooks; AbeBooks; Powell's Books; Goodwill: GOODWILL STORE, GOODWILL INDUSTRIES; Savers
      Thrift; Value Village; Plato's Closet; Once Upon a Child; Style Encore; Regis Salon;
      Fantastic Sams; Cost Cutters; Hair Cuttery; Drybar; Paul Mitchell; Toni & Guy; Hand & Stone;
      Elements Massage; European Wax Center; Waxing the City; Amazing Lash; Palm Beach Tan; Sun
      Tan City; Planet Beach; Woodhouse Spa; Bluemercury; Space NK; Benefit Cosmetics; MAC
      Cosmetics; Kiehl's; L'Occitane; Camp Bow Wow; Dogtopia; Pet Supplies Plus; Petsense;
      Hollywood Feed; Woof Gang; BarkBox: BARKBOX; Bark Inc; Wag Labs; Rover Dogs; PetMeds:
      1800PETMEDS; Pure Vape; Smoker Friendly; Tobacco Outlet; Cigars International; Juul Labs;
      OnlyFans; Apple Services: APPLE SERVICES; Amazon Prime = AMAZON PRIME, AMZN PRIME, PRIME
      MEMBER+; Amazon Digital: AMZN DIGITAL; Audible UK; LA Times; Boston Globe; The Economist;
      The Guardian: GUARDIAN NEWS; The Telegraph; News Corp: NEWS UK; Globe and Mail; Toronto Star
    `),
  },
  {
    in: 'income.gambling_winnings',
    out: 'expenses.gambling',
    merchants: names(`
      Sportsbet; TAB: TABCORP, TAB LIMITED; Neds; Unibet; 888 Casino; Betway; BetVictor; Sky
      Vegas; Tombola; Gala Bingo; Mecca Bingo; Betfred; Grosvenor Casino; Postcode Lottery; OLG
      Lottery: OLG; BCLC: PLAYNOW; Loto-Quebec: LOTO QUEBEC; Proline; Harrah's; Caesars Palace;
      MGM Resorts; Wynn Las Vegas; Bellagio; Borgata; Hard Rock Casino; Golden Nugget; Seminole
      Hard Rock; Mystic Lake; Rivers Casino; Live Casino; Parx; Fanatics Sportsbook: FANATICS
      BETTING; theScore Bet; Fliff; Stake.us; WOW Vegas; High 5 Casino; Pulsz; LuckyLand; McLuck;
      Global Poker; Ignition Casino; MyBookie; BetOnline; Sleeper Fantasy; TVG Network;
      TwinSpires; NYRA Bets; Xpressbet; Lottery.com; Bally Casino; Ameristar; Hollywood Casino;
      Horseshoe Casino; Station Casinos; Boyd Gaming; Isle Casino; Choctaw Casino; Cherokee
      Casino; Pechanga; San Manuel; Thunder Valley; Crown Melbourne: CROWN CASINO; The Star
      Sydney; SkyCity; Ladbrokes Digital; BlueBet; PalmerBet; Camelot Lottery; Health Lottery;
      EuroMillions; Powerball; Mega Millions
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'cogs.food_beverage',
    merchants: names(`
      Sysco = SYSCO, SYSCO CORPORATIO; US Foods = US FOODS, US FOODSERVICE, USFOODS; Cash-Wa;
      Nicholas & Co; Dot Foods; UNFI: UNITED NATURAL FOODS; KeHE; C&S Wholesale; SpartanNash;
      SuperValu; Associated Wholesale Grocers: AWG; HF Foods; FreshPoint; Ace Endico; Driscoll
      Foods; Merchants Foodservice; Saladino's; Labatt Food; Johnson Brothers; Young's Market;
      Heidelberg Distributing; Fintech beverage payments = FINTECH NET, FINTECH EFT, FINTECH COM;
      iControl beverage: ICONTROL; Empire Merchants; Manhattan Beer; Andrews Distributing; Silver
      Eagle; Molson Coors; Heineken; Diageo; Boston Beer; Red Bull Distribution: RED BULL; Monster
      Energy; Canada Dry; Swire Coca-Cola; Coca-Cola Bottling; Pepsi Bottling; Farmer Brothers:
      FARMER BROS; Royal Cup; S&D Coffee; Lavazza; Bimbo Bakeries; Flowers Baking; Aryzta; Dean
      Foods; Prairie Farms; Borden Dairy; Hiland Dairy; Tyson Foods; Perdue; Smithfield; JBS
      Foods; Hormel; Utz Quality; Herr's Foods; Mission Foods; Blue Bell; Reddy Ice; Arctic
      Glacier; Brakes = BRAKES FOOD, BRAKE BROS; Makro; JJ Foodservice; Turner Price; Creed
      Foodservice; Matthew Clark; LWC Drinks; Carlsberg; Metcash; IGA; Foodland; Harris Farm; Dan
      Murphy's; BWS Liquor; Liquorland; First Choice Liquor; Loblaws = LOBLAWS, LOBLAW; No Frills;
      Real Canadian Superstore: RCSS; Zehrs; Fortinos; Food Basics; FreshCo; Farm Boy; Longo's;
      Save-On-Foods; T&T Supermarket; Provigo; Maxi; Super C; LCBO; SAQ; The Beer Store; BC
      Liquor; Flanagan Foodservice; Wholesale Club; Hannaford; Ingles; Giant = GIANT #, GIANT
      MARTINS; Weis Markets; Price Chopper; Market Basket; Big Y; Shaw's; Star Market; Acme
      Markets; Food Bazaar; Key Food; C-Town; Gristedes; Fairway Market; Jewel-Osco: JEWEL OSCO;
      Mariano's; Schnucks; Dierbergs; Fareway; Cub Foods; Festival Foods; Pick 'n Save; Woodman's;
      Brookshire's; Fiesta Mart; El Super; Northgate Market; Cardenas Markets; Vallarta
      Supermarket; Stater Bros; Gelson's; Bristol Farms; Raley's; Lucky Supermarket; FoodMaxx;
      Smith's Food; Fry's Food; King Soopers; City Market; QFC; Fred Meyer; Haggen; New Seasons;
      Natural Grocers; Earth Fare; Lowes Foods; Bi-Lo; Harveys Supermarket; Rouses; Homeland
      Stores; Reasor's; Dillons; Hen House; Foodtown; Bashas; Sprouts; Whole Foods = WHOLE FOODS,
      WHOLEFDS, WFM; Costco Business Center; Restaurant Depot = RESTAURANT DEPOT, JETRO CASH;
      Chef's Choice; Webstaurant Food; Misfits Market; Imperfect Foods; Thrive Market;
      FreshDirect; Amazon Fresh: AMZN FRESH, AMAZON FRESH; Boxed.com; Ocado; Booths; Co-op = COOP
      GROUP, COOPERATIVE FOOD; McColl's; Premier Stores; Costcutter; Nisa; Farm Foods; Iceland;
      M&S Food: M&S SIMPLY FOOD; Tesco = TESCO STORES, TESCO EXPRESS, TESCO EXTRA, TESCO METRO;
      Lidl UK; Aldi Stores: ALDI; Albert Heijn; Centra; SuperValu Ireland; Dunnes; Pak'nSave:
      PAKNSAVE; New World Supermarket; Four Square
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'cogs.inventory',
    merchants: names(`
      TD Synnex: SYNNEX, TECH DATA; Arrow Electronics; Mouser; Digi-Key: DIGIKEY; S.P. Richards;
      Petra Industries; GTS Distribution; Alliance Entertainment; Diamond Comic; Ingram Book;
      Baker & Taylor; DHgate; Made-in-China; Global Sources; B-Stock: BSTOCK; Via Trading; Direct
      Liquidation; Liquidation.com; Printful; Printify; Gildan; Bella Canvas; Next Level Apparel;
      Eby-Brown; HT Hackney; Harold Levinson; AMCON; Farner-Bocken; Imperial Trading; GSC
      Enterprises; Kmart; Big W; Canadian Tire; Giant Tiger; The Reject Shop; Home Bargains: TJ
      MORRIS; Poundstretcher; The Range; Walmart = WAL MART, WALMART, WM SUPERC, WM SUPERCENTER,
      WMT; Sam's Club = SAMS CLUB, SAMSCLUB; BJ's = BJS WHOLESALE, BJS; Dollar General = DOLLAR
      GENERAL, DOLLAR GE, DG #; Family Dollar Store; 99 Cents Only; Gabe's; Ocean State Job; Fleet
      Farm; Rural King; Menards Merch; Blain's Farm; Bomgaars; Orscheln; Wayfair Professional;
      Oriental Trading; Party City Wholesale; Amscan; Beistle; Unique Industries; Wholesale
      Fashion Sq; LA Showroom; FashionGo; OrangeShine; Mr. Checkout; CosmoProf; SalonCentric:
      SALON CENTRIC; Armstrong McCall; Beauty Solutions Wholesale; Burmax; TNG Worldwide; Frontier
      Co-op; Azure Standard; Fragrancenet Wholesale; Perfume Center; Stuller; Rio Grande Jewelry;
      Fire Mountain Gems; Grainger Canada; TJX Wholesale; Temu = TEMU, TEMU COM; Wish.com;
      Banggood; Shein Wholesale; 1688.com; Yiwu
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'cogs.materials',
    merchants: names(`
      Bunnings; Mitre 10; Reece Plumbing: REECE PTY; Tradelink; Beaumont Tiles; Total Tools;
      Sydney Tools; Dahlsens; Home Hardware; Kent Building; Timber Mart; BMR; Patrick Morin; Emco
      Corporation; Wolseley; Guillevin; Nedco; Gescan; Selco Builders: SELCO; Buildbase; MKM
      Building; Howdens; Plumb Center: PLUMB CENTRE; City Plumbing; Edmundson Electrical; City
      Electrical Factors: CEF; Keyline; SIG Roofing; Topps Tiles; Magnet Kitchens; Benchmarx;
      Dulux; Crown Decorating; Johnstone's Paint; Brewers Decorator; Ace Hardware = ACE HDWE, ACE
      HARDWARE, ACE HDW; Do It Best; Orgill; McCoy's Building; Sutherlands; Carter Lumber; BMC
      Building; BlueLinx; Boise Cascade; Huttig; SRS Distribution; Gulfeagle Supply; Allied
      Building; L&W Supply; GMS Gypsum; Foundation Building Materials; USG Corp; James Hardie;
      Daltile: DAL TILE; MSI Surfaces; Emser Tile; Bedrosians; Arizona Tile; The Tile Shop; Shaw
      Industries; Mohawk Industries; PPG Paints; Dunn-Edwards; Kelly-Moore; Valspar; Hajoca;
      Morrison Supply; Moore Supply; Noland Company; F.W. Webb: FW WEBB; Consolidated Supply;
      Wesco Distribution; Border States; Crescent Electric; Elliott Electric; Platt Electric;
      Sonepar; Mayer Electric; Gexpro; Van Meter; Lennox Industries; Trane Supply; Baker
      Distributing; RE Michel: R E MICHEL; United Refrigeration; Gemaire; Goodman Distribution;
      Watsco; Ewing Irrigation; Heritage Landscape; Horizon Distributors; Central Turf; Zoro
      Tools: ZORO; Motion Industries; Applied Industrial; Airgas; Linde Gas; Praxair; Matheson
      Tri-Gas; Lawson Products; Wurth; Kimball Midwest; Simpson Strong; Oldcastle; CRH Americas;
      Lehigh Hanson; US Concrete; Argos USA; Ozinga; Ryerson; Reliance Steel; Metal Supermarkets;
      OnlineMetals; Alro Steel; Home Depot = HOME DEPOT, HOMEDEPOT, THE HOME DEPOT, THD; Lowe's =
      LOWES, LOWES #; Menards = MENARDS, MENARD; Floor and Decor; LL Flooring; Rockler; Woodcraft;
      Build.com; SupplyHouse.com; Plumbersstock; eComfort; Northern Building; Builders Discount;
      ProBuild; Stock Building Supply; 84 Lumber Co; Parr Lumber; Dunn Lumber; Ganahl Lumber;
      Foxworth Galbraith; National Lumber; Curtis Lumber; Marvin Windows; Jeld-Wen; Andersen Corp;
      Glass America; Safe Step; Kohler Co; Moen; Delta Faucet
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'cogs.auto_parts',
    merchants: names(`
      Repco; Supercheap Auto; Autobarn; Burson Auto; GSF Car Parts; Halfords Trade; TruckPro; Rush
      Truck Parts; Parts Authority; Factory Motor Parts; SSF Imported; US Auto Parts; CARiD; Tire
      Rack; 4 Wheel Parts; American Tire Distributors: ATD TIRE; K&M Tire; US AutoForce; IAA
      Auctions: INSURANCE AUTO AUCT+; Adesa; ACV Auctions; OPENLANE; UAP NAPA; Lordco; PartSource;
      Bumper to Bumper; O'Reilly = OREILLY AUTO, OREILLY, O REILLY AUTO; Advance Auto = ADVANCE
      AUTO PARTS; Pick-n-Pull: PICK N PULL; Pull-A-Part; AutoAnything; JEGS; eBay Motors; FCP
      Euro; Pelican Parts; ECS Tuning; Rock Auto; Partsgeek; Mopar; AC Delco; Motorcraft;
      Interstate Batteries: INTERSTATE BATTERY; Hunter Engineering; Axalta; FinishMaster; Sherwin
      Automotive; National Oak; Wesco Auto Body; Single Source Parts; XL Parts; The Parts House;
      Hahn Automotive; Fisher Auto Parts; Meyer Distributing; Keystone Auto Op+; Premier Truck
      Parts; Vander Haag; HDA Truck; Traction Heavy Duty; FleetPride Truck
    `),
  },
]
